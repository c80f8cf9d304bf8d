import { digitCountOf, readStrokes } from './key-readings'
import type { Stroke } from './key-readings'
import { isEnd, maxMeanGapMs, strokeOf, tailTimeoutMs } from './scan-reader'
import type { KeyPress } from './scan-reader'
import { identityOf } from './scanned-code'
import type { ScannedCode } from './scanned-code'

/** A key in a field, and the text that the field had before it. */
interface FieldKey {
  readonly stroke: Stroke
  readonly textBefore: string
}

/** A lock or an order was scanned into a field of something else. */
export interface FieldScan {
  readonly code: ScannedCode
  /** What the field had before the scan. */
  readonly textBefore: string
}

/** The number of a lock. */
const minDigits = 10
/** A gap several times longer than those of the last keys is the one between typing and a scan. */
const comparedKeys = 6
const pauseFactor = 4
const minPauseMs = 40
/** Slower keys are a hand's, however even: programs that type for a person are even, too. Ms a key. */
const maxEvenGapMs = 100
/** The gaps of a scanner differ by no more, in ms and as a part of the gap: those of ten digits typed by hand always do. */
const jitterMs = 10
const jitterShare = 0.08
/** More characters than the longest code of an order. */
const maxKeys = 8_000

const gapsOf = (keys: readonly FieldKey[]): number[] =>
  keys.slice(1).map(({ stroke }, index) => stroke.at - (keys[index]?.stroke.at ?? stroke.at))
const lastGapOf = (gaps: readonly number[]): number => {
  const last = gaps.slice(-comparedKeys).sort((one, other) => one - other)
  return last[Math.floor(last.length / 2)] ?? 0
}

/** The keys after the last pause. Typing right before the scan is not part of it. */
const lastRunOf = (keys: readonly FieldKey[]): readonly FieldKey[] => {
  const gaps = gapsOf(keys)
  const pause = Math.max(minPauseMs, pauseFactor * lastGapOf(gaps))
  return keys.slice(gaps.findLastIndex((gap) => gap > pause) + 1)
}

/** The last keys that came as evenly as the end key at `endAt`, which a slow scanner sends like any other. */
const evenRunOf = (keys: readonly FieldKey[], endAt: number): readonly FieldKey[] => {
  const gaps = gapsOf(keys)
  const gap = lastGapOf(gaps)
  const isEven = (one: number): boolean => Math.abs(one - gap) <= Math.max(jitterMs, jitterShare * gap)
  if (gap > maxEvenGapMs || !isEven(endAt - (keys.at(-1)?.stroke.at ?? endAt))) return []
  return keys.slice(gaps.findLastIndex((one) => !isEven(one)) + 1)
}

/** The lock or order that these keys stand for; null if they stand for none. */
const scanOf = (run: readonly FieldKey[]): FieldScan | null => {
  const [first] = run
  const strokes = run.map(({ stroke }) => stroke)
  if (first === undefined || digitCountOf(strokes) < minDigits) return null
  const reading = readStrokes(strokes)
  if (reading.kind === 'conflict' || identityOf(reading.code) === null) return null
  return { code: reading.code, textBefore: first.textBefore }
}

/**
 * Recognizes the number of a lock, or an order, that a scanner types into a field of something else, such as a name: by its
 * speed or, of a slow one, by the evenness of its keys. Call
 * `press` for every `keydown` in the field: it returns the scan on its end key, `tail` on a second end key, otherwise null.
 */
export const createFieldScanReader = () => {
  let keys: FieldKey[] = []
  let tailUntil = Number.NEGATIVE_INFINITY
  const reset = (): void => {
    keys = []
  }

  const end = (at: number): FieldScan | 'tail' | null => {
    const typed = keys
    reset()
    if (typed.length === 0) return at <= tailUntil ? 'tail' : null
    const run = lastRunOf(typed)
    const isFast = at - (run[0]?.stroke.at ?? at) <= maxMeanGapMs * run.length
    const scan = scanOf(isFast ? run : evenRunOf(typed, at))
    if (scan !== null) tailUntil = at + tailTimeoutMs
    return scan
  }

  return {
    reset,
    press: (event: KeyPress, text: string): FieldScan | 'tail' | null => {
      if (isEnd(event)) return end(event.timeStamp)
      const stroke = strokeOf(event)
      // Moving the cursor, deleting and shortcuts are a person's; Shift is also a scanner's.
      if (stroke !== null && keys.length < maxKeys) keys.push({ stroke, textBefore: text })
      else if (event.key !== 'Shift' && event.key !== 'CapsLock') reset()
      // The second end key of a scanner follows the first one; after Esc, Enter is a person's.
      if (event.key === 'Escape') tailUntil = Number.NEGATIVE_INFINITY
      return null
    },
  }
}
