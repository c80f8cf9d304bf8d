/** The part of a key event that a scan is read from. */
export interface KeyPress {
  readonly code: string
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

const punctuation = new Map([
  ['Minus', '-'],
  ['NumpadSubtract', '-'],
  ['Period', '.'],
  ['Slash', '/'],
  ['Space', ' '],
])

const characterOf = ({ code, shiftKey }: KeyPress): string | null => {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1]
  if (digit !== undefined) return digit
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return punctuation.get(code) ?? null
}

const isShift = (code: string): boolean => code === 'ShiftLeft' || code === 'ShiftRight'
const isEnter = (code: string): boolean => code === 'Enter' || code === 'NumpadEnter'

export type ScanEnd =
  | { readonly kind: 'scan'; readonly text: string }
  /** It was typed as fast as a scan, but its beginning may be missing: no number to act on. */
  | { readonly kind: 'torn' }

/**
 * Tells a barcode scanner from a hand, by its speed. It reads the place of the keys (`event.code`) and not what
 * they produced: under a Chinese input method letters and digits end up in its composition window. Answers at the
 * Enter that ends a scan, and null otherwise.
 */
export const createScanReader = () => {
  let text = ''
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  let torn = false

  const begin = (at: number): void => {
    torn = text !== '' && at - last < clearAfter
    text = ''
    began = at
  }

  const end = (at: number): ScanEnd | null => {
    const isFast = text.length >= shortestScan && (at - began) / text.length <= meanGap
    const ended: ScanEnd = torn ? { kind: 'torn' } : { kind: 'scan', text: text.trim() }
    text = ''
    return isFast ? ended : null
  }

  return (press: KeyPress): ScanEnd | null => {
    if (isShift(press.code)) return null
    const at = press.timeStamp
    if (isEnter(press.code)) return end(at)
    const character = press.ctrlKey || press.altKey || press.metaKey ? null : characterOf(press)
    if (text === '' || at - last > pause) begin(at)
    text = character === null ? '' : text + character
    last = at
    return null
  }
}
