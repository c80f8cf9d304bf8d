/** How a scanner sends its characters; `numpad` is Alt and the decimal code, with NumLock on or off. */
export type ScannerMode = 'keys' | 'composing' | 'numpad' | 'numpad-without-numlock'

/** The keyboard event fields by which a page detects a scanner, and their time. */
export interface ScannerKey {
  readonly type: 'keydown' | 'keyup'
  readonly code: string
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  readonly isComposing: boolean
  /** Milliseconds after the previous key. */
  readonly after: number
}

/** Between two keys of a scanner, in milliseconds. */
const gap = 8

const without = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, isComposing: false }
/** The keys of the number pad with NumLock off. */
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
 * The keys of a scanner that reads `text`, 8 ms apart. `ending` is the configured suffix.
 */
export const scannerKeys = (text: string, mode: ScannerMode = 'keys', ending = '\r'): ScannerKey[] => {
  const body = Array.from(text).flatMap((character) =>
    mode === 'keys' || mode === 'composing'
      ? asKeys(character, mode === 'composing')
      : asNumpad(character, mode === 'numpad'),
  )
  return [...body, ...Array.from(ending).flatMap((character) => asKeys(character, mode === 'composing'))]
}
