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
/** More characters than the longest code of an order. */
const maxKeys = 8_000

/** The keys after the last pause. Typing right before the scan is not part of it. */
const lastRunOf = (keys: readonly FieldKey[]): readonly FieldKey[] => {
  const gaps = keys.slice(1).map(({ stroke }, index) => stroke.at - (keys[index]?.stroke.at ?? stroke.at))
  const last = gaps.slice(-comparedKeys).sort((one, other) => one - other)
  const pause = Math.max(minPauseMs, pauseFactor * (last[Math.floor(last.length / 2)] ?? 0))
  return keys.slice(gaps.findLastIndex((gap) => gap > pause) + 1)
}

/**
 * Recognizes the number of a lock, or an order, that a scanner types into a field of something else, such as a name. Call
 * `press` for every `keydown` in the field: it returns the scan on its end key, `tail` on a second end key, otherwise null.
 */
export const createFieldScanReader = () => {
  let keys: FieldKey[] = []
  let tailUntil = Number.NEGATIVE_INFINITY
  const reset = (): void => {
    keys = []
  }

  const end = (at: number): FieldScan | 'tail' | null => {
    const run = lastRunOf(keys)
    reset()
    const [first] = run
    if (first === undefined) return at <= tailUntil ? 'tail' : null
    const strokes = run.map(({ stroke }) => stroke)
    const isFast = at - first.stroke.at <= maxMeanGapMs * run.length
    if (!isFast || digitCountOf(strokes) < minDigits) return null
    const reading = readStrokes(strokes)
    if (reading.kind === 'conflict' || identityOf(reading.code) === null) return null
    tailUntil = at + tailTimeoutMs
    return { code: reading.code, textBefore: first.textBefore }
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
