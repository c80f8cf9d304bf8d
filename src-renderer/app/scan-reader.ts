/** The part of a key event that a scan is read from. */
export interface KeyPress {
  readonly type: string
  readonly code: string
  /** What the key produced; `Process` or another letter under an input method, so hardly ever believed. */
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** Milliseconds on any clock that does not jump. */
  readonly timeStamp: number
}

/** Mean time between the keys of a scan, ms: no hand types six in a row this fast. */
const meanGap = 50
const shortestScan = 6
/** A pause this long ends a sequence of keys. */
const pause = 300
/** Keys that come sooner than this after a pause may be the rest of a scan that stalled. */
const clearAfter = 2000
/** A second end so soon after the first one is the scanner's too: some send Enter and a line feed. */
const tailAfter = 100

const punctuation = new Map([
  ['Minus', '-'],
  ['NumpadSubtract', '-'],
  ['Period', '.'],
  ['Slash', '/'],
  ['Space', ' '],
  ['BracketRight', ']'],
])

const numpadDigit = (code: string): string | undefined => /^Numpad(\d)$/.exec(code)?.[1]

const characterOf = ({ code, key, shiftKey }: KeyPress): string | null => {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  // With Shift a digit's key is `*` and the like, except where digits need Shift, as on French keyboards.
  if (digit !== undefined) return shiftKey && /^[!-/:-@[-`{-~]$/.test(key) ? key : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return punctuation.get(code) ?? null
}

/** They produce nothing by themselves; some scanners switch CapsLock and NumLock for the length of a scan. */
const silent = /^(?:Shift|Control|Meta)(?:Left|Right)$|^CapsLock$|^NumLock$/
const isAlt = (code: string): boolean => code === 'AltLeft' || code === 'AltRight'
const isEnd = ({ code, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  code === 'Enter' ||
  code === 'NumpadEnter' ||
  (code === 'Tab' && !shiftKey && !ctrlKey && !altKey && !metaKey)

/** Without what a scanner sets around the code: its AIM identifier (`]C1`), Code 39's asterisks, spaces. */
const codeIn = (text: string): string =>
  text
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')

export type ScanEnd =
  | { readonly kind: 'scan'; readonly text: string }
  /** It was typed as fast as a scan, but its beginning may be missing: no number to act on. */
  | { readonly kind: 'torn' }
  /** A key that still belongs to the scan before it and means nothing. */
  | { readonly kind: 'tail' }

/**
 * Tells a barcode scanner from a hand, by its speed. It reads the place of the keys (`event.code`) and not what
 * they produced: under a Chinese input method letters and digits end up in its composition window. A scanner may also
 * send each character as Alt and its decimal code on the number pad (`Alt 5 6` is 8, with or without NumLock), may
 * set STX and ETX around the code as Ctrl B and Ctrl C, and may end it with Tab. Answers at the key that ends a scan,
 * and null otherwise. It wants every `keydown`, and every `keyup` for the sake of Alt.
 */
export const createScanReader = () => {
  let text = ''
  /** Keys pressed for `text`: Alt and its digits count each, so that their speed is that of keys, too. */
  let presses = 0
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  let torn = false
  let ended = Number.NEGATIVE_INFINITY
  /** The digits typed while Alt is held down; null while it is not. */
  let held: string | null = null

  const forget = (): void => {
    text = ''
    presses = 0
  }
  /** A key of a scan, or the first after a pause. */
  const count = (at: number): void => {
    if (presses === 0 || at - last > pause) {
      torn = text !== '' && at - last < clearAfter
      forget()
      began = at
    }
    presses += 1
    last = at
  }
  const end = (at: number): ScanEnd | null => {
    const isFast = text.length >= shortestScan && (at - began) / presses <= meanGap
    const isTail = text === '' && at - ended <= tailAfter
    const answer: ScanEnd = torn ? { kind: 'torn' } : { kind: 'scan', text: codeIn(text) }
    forget()
    if (!isFast) return isTail ? { kind: 'tail' } : null
    ended = at
    return answer
  }
  /** Alt was let go of: its digits are a character, or one that ends or frames the code. */
  const release = (at: number): ScanEnd | null => {
    const code = held === null || held === '' ? null : Number(held)
    held = null
    if (code === null) return null
    if (code === 13 || code === 9) return end(at)
    if (code >= 32 && code <= 126) text += String.fromCharCode(code)
    else if (code > 126) forget()
    return null
  }

  return (press: KeyPress): ScanEnd | null => {
    const at = press.timeStamp
    if (press.type === 'keyup') return isAlt(press.code) ? release(at) : null
    if (silent.test(press.code)) return null
    const digit = numpadDigit(press.code)
    if (isAlt(press.code) || (press.altKey && digit !== undefined)) {
      count(at)
      held = isAlt(press.code) ? '' : (held ?? '') + (digit ?? '')
      return null
    }
    const released = release(at)
    if (released !== null) return released
    if (isEnd(press)) return end(at)
    if (press.ctrlKey || press.altKey || press.metaKey) {
      // STX before and ETX after the code are keys with Ctrl; a hand that copies something is slower.
      if (at - last > meanGap) forget()
      return null
    }
    const character = characterOf(press)
    if (character === null) {
      forget()
      return null
    }
    count(at)
    text += character
    return null
  }
}
