import type { LockRecord } from '#shared/model/lock-record'
import { plainDigits } from '#shared/model/shell-number'

export interface FoundRecords {
  /** The nearest first, `limit` of them at most. */
  readonly rows: readonly LockRecord[]
  /** All that fit. */
  readonly total: number
}

const rowsPerStep = 1_000

/**
 * How near a number is: it is the text, ends with it (people read the last digits off a shell), begins with it, has it
 * somewhere; null where it does not have it.
 */
const distance = (number: string, wanted: string): number | null => {
  const at = number.indexOf(wanted)
  if (at === -1) return null
  if (number.length === wanted.length) return 0
  if (number.endsWith(wanted)) return 1
  return at === 0 ? 2 : 3
}

const nearest = ({ shellNumber, assetNum }: LockRecord, wanted: string): number | null => {
  const ofAsset = distance(assetNum.toUpperCase(), wanted)
  // The shell number is mostly a part of the asset number; where that does not fit, it seldom does.
  if (shellNumber === null || ofAsset === 0) return ofAsset
  const ofShell = distance(shellNumber, wanted)
  return ofAsset === null || ofShell === null ? (ofAsset ?? ofShell) : Math.min(ofAsset, ofShell)
}

/** The records whose shell number or asset number has `text` in it, step by step (in-slices.ts). */
export function* findRecords(
  lists: readonly (readonly LockRecord[])[],
  text: string,
  limit: number,
): Generator<undefined, FoundRecords> {
  const wanted = plainDigits(text).toUpperCase()
  if (wanted === '') return { rows: [], total: 0 }
  const byDistance: LockRecord[][] = [[], [], [], []]
  let total = 0
  for (const records of lists) {
    for (const [row, record] of records.entries()) {
      if (row % rowsPerStep === 0) yield
      const how = nearest(record, wanted)
      if (how === null) continue
      total += 1
      const kept = byDistance[how]
      if (kept !== undefined && kept.length < limit) kept.push(record)
    }
  }
  return { rows: byDistance.flat().slice(0, limit), total }
}
