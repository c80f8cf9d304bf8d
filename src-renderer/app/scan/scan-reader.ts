/** The fields of a key event that a scan is read from. */
export interface KeyPress {
  readonly type: string
  readonly code: string
  /** The character produced; under an input method `Process` or another letter, so it is rarely used. */
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** Milliseconds on any monotonic clock. */
  readonly timeStamp: number
}

/** The maximum mean time between the keys of a scan, ms: typing six keys by hand is slower. */
const maxMeanGapMs = 50
const minScanLength = 6
/** A pause this long ends a key sequence. */
const pause = 300
/** Keys within this time after a pause may belong to a scan that stalled. */
const stallTimeoutMs = 2000
/** A second end key within this time belongs to the same scan: some scanners send Enter and a line feed. */
const tailTimeoutMs = 100

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
  // With Shift a digit key produces `*` and similar, except on layouts where digits need Shift, such as French.
  if (digit !== undefined) return shiftKey && /^[!-/:-@[-`{-~]$/.test(key) ? key : digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return punctuation.get(code) ?? null
}

/** Keys without a character of their own; some scanners switch CapsLock and NumLock during a scan. */
const ignoredKeys = /^(?:Shift|Control|Meta)(?:Left|Right)$|^CapsLock$|^NumLock$/
const isAlt = (code: string): boolean => code === 'AltLeft' || code === 'AltRight'
const isEnd = ({ code, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): boolean =>
  code === 'Enter' ||
  code === 'NumpadEnter' ||
  (code === 'Tab' && !shiftKey && !ctrlKey && !altKey && !metaKey)

/** Removes what scanners add to the code: the AIM identifier (`]C1`), Code 39 asterisks, spaces. */
const stripScannerMarks = (text: string): string =>
  text
    .trim()
    .replace(/^\][A-Za-z]\d/, '')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')

export type ScanResult =
  | { readonly kind: 'scan'; readonly text: string }
  /** As fast as a scan, but its beginning may be missing: the number must not be used. */
  | { readonly kind: 'incomplete' }
  /** A key that belongs to the previous scan and has no meaning. */
  | { readonly kind: 'tail' }

/**
 * Tells a barcode scanner from typing by its speed. It reads the key position (`event.code`), because a Chinese
 * input method takes the characters into its composition window. A scanner may also send each character as Alt
 * and its decimal code on the number pad (`Alt 5 6` is 8, with or without NumLock), send STX and ETX around the
 * code as Ctrl B and Ctrl C, and end it with Tab. Returns a result on the key that ends a scan, otherwise null.
 * Call it for every `keydown`, and for every `keyup` because of Alt.
 */
export const createScanReader = () => {
  let text = ''
  /**
   * The number of keys pressed for `text`: Alt and its digits count individually, so that the speed is measured
   * in keys.
   */
  let keyCount = 0
  let startedAt = 0
  let last = Number.NEGATIVE_INFINITY
  let isIncomplete = false
  let endedAt = Number.NEGATIVE_INFINITY
  /** The digits typed while Alt is held; null while it is not. */
  let altDigits: string | null = null

  const reset = (): void => {
    text = ''
    keyCount = 0
  }
  /** Counts a key of a scan, or the first one after a pause. */
  const count = (at: number): void => {
    if (keyCount === 0 || at - last > pause) {
      isIncomplete = text !== '' && at - last < stallTimeoutMs
      reset()
      startedAt = at
    }
    keyCount += 1
    last = at
  }
  const end = (at: number): ScanResult | null => {
    const isFast = text.length >= minScanLength && (at - startedAt) / keyCount <= maxMeanGapMs
    const isTail = text === '' && at - endedAt <= tailTimeoutMs
    const result: ScanResult = isIncomplete
      ? { kind: 'incomplete' }
      : { kind: 'scan', text: stripScannerMarks(text) }
    reset()
    if (!isFast) return isTail ? { kind: 'tail' } : null
    endedAt = at
    return result
  }
  /** Alt was released: its digits are a character, or a control code that ends or frames the code. */
  const release = (at: number): ScanResult | null => {
    const code = altDigits === null || altDigits === '' ? null : Number(altDigits)
    altDigits = null
    if (code === null) return null
    if (code === 13 || code === 9) return end(at)
    if (code >= 32 && code <= 126) text += String.fromCharCode(code)
    else if (code > 126) reset()
    return null
  }

  return (press: KeyPress): ScanResult | null => {
    const pressedAt = press.timeStamp
    if (press.type === 'keyup') return isAlt(press.code) ? release(pressedAt) : null
    if (ignoredKeys.test(press.code)) return null
    const digit = numpadDigit(press.code)
    if (isAlt(press.code) || (press.altKey && digit !== undefined)) {
      count(pressedAt)
      altDigits = isAlt(press.code) ? '' : (altDigits ?? '') + (digit ?? '')
      return null
    }
    const altResult = release(pressedAt)
    if (altResult !== null) return altResult
    if (isEnd(press)) return end(pressedAt)
    if (press.ctrlKey || press.altKey || press.metaKey) {
      // STX before and ETX after the code arrive as Ctrl keys; copying by hand is slower.
      if (pressedAt - last > maxMeanGapMs) reset()
      return null
    }
    const character = characterOf(press)
    if (character === null) {
      reset()
      return null
    }
    count(pressedAt)
    text += character
    return null
  }
}
