import type { JournalEntry, Json } from '#shared/model/change'
import type { LockRecord } from '#shared/model/lock-record'

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const listsOfAssets = new Set(['addAssets', 'deleteAssets', 'assets'])

/** An assignment and a loan name many assets in what was asked for, and not in their key. */
const names = (request: Json, assetNum: string): boolean => {
  if (typeof request !== 'object' || request === null || isList(request)) return false
  return Object.entries(request).some(
    ([name, value]) =>
      listsOfAssets.has(name) &&
      isList(value) &&
      value.some(
        (one) =>
          one === assetNum ||
          (typeof one === 'object' && one !== null && 'assetNum' in one && one.assetNum === assetNum),
      ),
  )
}

/** What this desk asked about one asset, in the order of the entries. */
export const historyOf = (record: LockRecord, entries: readonly JournalEntry[]): readonly JournalEntry[] =>
  entries.filter(
    ({ key, shellNumber, request }) =>
      key === record.assetNum ||
      (shellNumber !== null && shellNumber === record.shellNumber) ||
      names(request, record.assetNum),
  )
