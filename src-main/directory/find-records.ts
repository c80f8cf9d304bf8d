import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber } from '#shared/model/locks/shell-number'

export interface FoundRecords {
  /** Best matches first, at most `limit`. */
  readonly rows: readonly LockRecord[]
  /** The number of all matches. */
  readonly total: number
}

const rowsPerStep = 1_000

/**
 * Ranks a match: equal, ends with (operators read the last digits off a shell), starts with, contains; null if
 * no match.
 */
const rankOf = (number: string, search: string): number | null => {
  const position = number.indexOf(search)
  if (position === -1) return null
  if (number.length === search.length) return 0
  if (number.endsWith(search)) return 1
  return position === 0 ? 2 : 3
}

const bestRankOf = ({ shellNumber, assetNum }: LockRecord, search: string): number | null => {
  const ofAsset = rankOf(foldNumber(assetNum), search)
  // The shell number is usually part of the asset number, so it seldom matches if the asset number does not.
  if (shellNumber === null || ofAsset === 0) return ofAsset
  const ofShell = rankOf(shellNumber, search)
  return ofAsset === null || ofShell === null ? (ofAsset ?? ofShell) : Math.min(ofAsset, ofShell)
}

/** Finds records whose shell or asset number contains `text`, in time slices. */
export function* findRecords(
  lists: readonly (readonly LockRecord[])[],
  text: string,
  limit: number,
): Generator<undefined, FoundRecords> {
  const search = foldNumber(text)
  if (search === '') return { rows: [], total: 0 }
  const byDistance: LockRecord[][] = [[], [], [], []]
  let total = 0
  for (const records of lists) {
    for (const [row, record] of records.entries()) {
      if (row % rowsPerStep === 0) yield
      const how = bestRankOf(record, search)
      if (how === null) continue
      total += 1
      const bucket = byDistance[how]
      if (bucket !== undefined && bucket.length < limit) bucket.push(record)
    }
  }
  return { rows: byDistance.flat().slice(0, limit), total }
}
