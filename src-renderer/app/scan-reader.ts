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

/** Scanners type a key every few milliseconds; nobody types six in a row this fast. */
const longestGap = 45
const shortestScan = 6

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

/**
 * Tells a barcode scanner from a hand, by its speed. It reads the place of the keys (`event.code`) and not what
 * they produced: under a Chinese input method letters and digits end up in its composition window.
 */
export const createScanReader = () => {
  let text = ''
  let last = Number.NEGATIVE_INFINITY

  /** The scanned text once its Enter has come, null before and for what a hand types. */
  return (press: KeyPress): string | null => {
    if (isShift(press.code)) return null
    if (press.timeStamp - last > longestGap) text = ''
    last = press.timeStamp
    if (isEnter(press.code)) {
      const scanned = text
      text = ''
      return scanned.length >= shortestScan ? scanned.trim() : null
    }
    const character = press.ctrlKey || press.altKey || press.metaKey ? null : characterOf(press)
    text = character === null ? '' : text + character
    return null
  }
}
