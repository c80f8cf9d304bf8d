/** How a scanner sends what it reads; `numpad` is Alt and the character's decimal code, NumLock on or off. */
export type ScannerMode = 'keys' | 'composing' | 'numpad' | 'numpad-without-numlock'

/** The part of a keyboard event a page can tell a scanner by, and when it comes. */
export interface ScannerKey {
  readonly type: 'keydown' | 'keyup'
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  /** Milliseconds after the key before. */
  readonly after: number
}

/** Between two keys of a scanner. */
const gap = 8

const without = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false }
/** What the digits of the number pad are while NumLock is off. */
const moves = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight', 'Home', 'ArrowUp', 'PageUp'] // prettier-ignore

const codeOf = (character: string): { code: string; shiftKey: boolean } => {
  if (/\d/.test(character)) return { code: `Digit${character}`, shiftKey: false }
  if (/[a-z]/i.test(character)) {
    return { code: `Key${character.toUpperCase()}`, shiftKey: character === character.toUpperCase() }
  }
  const others: Readonly<Record<string, { code: string; shiftKey: boolean }>> = {
    '-': { code: 'Minus', shiftKey: false },
    ' ': { code: 'Space', shiftKey: false },
    ']': { code: 'BracketRight', shiftKey: false },
    '*': { code: 'Digit8', shiftKey: true },
    '\t': { code: 'Tab', shiftKey: false },
    '\r': { code: 'Enter', shiftKey: false },
  }
  const other = others[character]
  if (other !== undefined) return other
  throw new Error(`No scanner here sends ${JSON.stringify(character)}`)
}

const press = (part: Partial<ScannerKey> & { code: string; key: string }): ScannerKey[] => [
  { ...without, type: 'keydown', after: gap, ...part },
  { ...without, type: 'keyup', after: 0, ...part },
]

const asKeys = (character: string, isComposing: boolean): ScannerKey[] => {
  // STX and ETX.
  if (character === '\x02' || character === '\x03') {
    const letter = character === '\x02' ? 'b' : 'c'
    const [down, up] = press({ code: 'ControlLeft', key: 'Control', ctrlKey: true })
    return [down!, ...press({ code: `Key${letter.toUpperCase()}`, key: letter, ctrlKey: true }), up!]
  }
  const { code, shiftKey } = codeOf(character)
  const named = { Tab: 'Tab', Enter: 'Enter' }[code]
  const key = isComposing ? 'Process' : (named ?? character)
  return press({ code, key, shiftKey, isComposing })
}

const asNumpad = (character: string, hasNumLock: boolean): ScannerKey[] => {
  const [down, up] = press({ code: 'AltLeft', key: 'Alt', altKey: true })
  const digits = Array.from(String(character.charCodeAt(0)))
  return [
    down!,
    ...digits.flatMap((digit) =>
      press({ code: `Numpad${digit}`, key: hasNumLock ? digit : (moves[Number(digit)] ?? ''), altKey: true }),
    ),
    { ...up!, altKey: false, after: gap },
  ]
}

/**
 * The keys of a scanner that reads `text`, 8 ms apart: for a reader directly, or for a page by way of
 * `dispatchScannerKeys`. `ending` is what it sends after the code, as it is set up.
 */
export const scannerKeys = (text: string, mode: ScannerMode = 'keys', ending = '\r'): ScannerKey[] => {
  const body = Array.from(text).flatMap((character) =>
    mode === 'keys' || mode === 'composing'
      ? asKeys(character, mode === 'composing')
      : asNumpad(character, mode === 'numpad'),
  )
  return [...body, ...Array.from(ending).flatMap((character) => asKeys(character, mode === 'composing'))]
}

/**
 * Runs in a page (`page.evaluate(dispatchScannerKeys, keys)`): sends the keys to whatever has the focus, in their
 * time. It types nothing into a field, as with a scanner whose keys an input method keeps; it answers what was left
 * to the page: the keydowns nobody prevented.
 */
export const dispatchScannerKeys = async (keys: readonly ScannerKey[]): Promise<string[]> => {
  const left: string[] = []
  for (const { after, type, ...told } of keys) {
    if (after > 0) await new Promise((resolve) => setTimeout(resolve, after))
    const event = new KeyboardEvent(type, { ...told, bubbles: true, cancelable: true })
    const isLeft = (document.activeElement ?? document.body).dispatchEvent(event)
    if (isLeft && type === 'keydown') left.push(told.code)
  }
  return left
}
