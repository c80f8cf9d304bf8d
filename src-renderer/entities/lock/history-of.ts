import type { JournalEntry, Json } from '#shared/model/changes/change'
import type { LockRecord } from '#shared/model/locks/lock-record'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const listsOfAssets = new Set(['addAssets', 'deleteAssets', 'assets'])

/** Assignments and loans name their assets in the request, not in the entry's key. */
const names = (request: Json, assetNum: string): boolean => {
  if (typeof request !== 'object' || request === null || isList(request)) return false
  return Object.entries(request).some(
    ([name, value]) =>
      listsOfAssets.has(name) &&
      isList(value) &&
      value.some(
        (item) =>
          item === assetNum ||
          (typeof item === 'object' && item !== null && 'assetNum' in item && item.assetNum === assetNum),
      ),
  )
}

/**
 * Whether the change was sent for the lock. Another asset may have the same digits; where there was no record, they were
 * sent themselves.
 */
export const isOfLock = (
  { assetNum, shellNumber }: Pick<LockRecord, 'assetNum' | 'shellNumber'>,
  { key }: Pick<JournalEntry, 'key'>,
): boolean => key === assetNum || key === shellNumber

/** The changes of one asset made on this computer, in the order of the entries, which are of one platform. */
export const historyOf = (record: LockRecord, entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.filter((entry) => isOfLock(record, entry) || names(entry.request, record.assetNum))
