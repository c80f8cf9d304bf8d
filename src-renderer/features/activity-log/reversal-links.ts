import type { JournalEntry } from '#shared/model/changes/change'
import { isLockAction } from '#shared/model/changes/change'
import { requestedAssets } from '../../entities/asset/search-assets'

/** The lock, the employee, or the assets of an entry. */
const itemsOf = (entry: JournalEntry): readonly string[] => {
  const { deleteAssets, addAssets } = requestedAssets(entry)
  if (entry.action === 'assign') return [...deleteAssets, ...addAssets]
  return [isLockAction(entry.action) ? entry.key : (entry.memberGlobalId ?? entry.key)]
}

const shareItem = (one: JournalEntry, other: JournalEntry): boolean => {
  const items = new Set(itemsOf(one))
  return one.enterpriseGlobalId === other.enterpriseGlobalId && itemsOf(other).some((item) => items.has(item))
}

/** The latest completed change of the same lock after a completed one; null if there is none. `entries`: any order. */
export const laterChange = (entry: JournalEntry, entries: readonly JournalEntry[]): JournalEntry | null => {
  if (entry.state !== 'done' || !isLockAction(entry.action)) return null
  const later = entries.filter(
    (other) =>
      other.state === 'done' &&
      isLockAction(other.action) &&
      other.key === entry.key &&
      other.enterpriseGlobalId === entry.enterpriseGlobalId &&
      other.elsewhere === entry.elsewhere &&
      other.requestedAt > entry.requestedAt,
  )
  return later.reduce<JournalEntry | null>(
    (latest, other) => (latest === null || other.requestedAt > latest.requestedAt ? other : latest),
    null,
  )
}

/**
 * The change that an entry reverses, and the latest change that has reversed it; null if there is none. A reversal that
 * failed, or has no result, has reversed nothing.
 */
export const reversalLinks = (
  entry: JournalEntry,
  entries: readonly JournalEntry[],
): { readonly reverses: JournalEntry | null; readonly reversedBy: JournalEntry | null } => ({
  reverses:
    entry.reverses === undefined
      ? null
      : (entries.find((other) => other.jobId === entry.reverses && shareItem(entry, other)) ?? null),
  reversedBy:
    entries.find(
      (other) => other.state === 'done' && other.reverses === entry.jobId && shareItem(entry, other),
    ) ?? null,
})
