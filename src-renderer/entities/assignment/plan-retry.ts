import { movesTo } from '#shared/model/changes/plan-assignment'
import type { Move } from '#shared/model/changes/plan-assignment'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { assetKey } from '../asset/asset-key'
import type { AssetOutcome } from './assignment-outcome'

/** The records as the list has them now; a record that is not in it stays as it was. */
export const currentRecordsOf = (
  records: readonly LockRecord[],
  list: readonly LockRecord[],
): readonly LockRecord[] => {
  const keys = new Set(records.map(assetKey))
  const found = new Map<string, LockRecord>()
  for (const record of list) {
    const key = assetKey(record)
    if (keys.has(key)) found.set(key, record)
  }
  return records.map((record) => found.get(assetKey(record)) ?? record)
}

/** The moves of the failed assets, planned again from the current list; `failedCount` includes those that need none. */
export const planRetry = (
  outcomes: readonly AssetOutcome[],
  list: readonly LockRecord[],
): { readonly moves: readonly Move[]; readonly failedCount: number } => {
  const failed = outcomes.filter(
    ({ result }) => result === 'free' || result === 'stays' || result === 'not-sent',
  )
  const latest = currentRecordsOf(
    failed.map(({ move }) => move.record),
    list,
  )
  const moves = failed.flatMap(({ move, result }, index) => {
    const record = latest[index] ?? move.record
    // The list may not have been reloaded yet, but a withdrawn asset is certainly unassigned.
    const holder = result === 'free' ? null : record.holder
    return movesTo(move.to, [{ ...record, holder }])
  })
  return { moves, failedCount: failed.length }
}
