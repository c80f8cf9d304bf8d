import type { JournalEntry } from '#shared/model/changes/change'
import type { TourStepId } from '#shared/model/app/tour'

const isDone = (entry: JournalEntry, since: number): boolean =>
  entry.training && entry.state === 'done' && entry.requestedAt >= since

/** The journal entry of the lock that was disabled last in the tour. */
export const lastDisabled = (entries: readonly JournalEntry[], since: number): JournalEntry | null =>
  entries.find((entry) => entry.action === 'disable' && isDone(entry, since)) ?? null

/** The steps that happened since `since` by the journal (newest first); entries of a real platform do not count. */
export const stepsInJournal = (entries: readonly JournalEntry[], since: number): readonly TourStepId[] => {
  const disabled = lastDisabled(entries, since)
  if (disabled === null) return []
  const isEnabledAgain = entries.some(
    (entry) => entry.action === 'enable' && isDone(entry, since) && isAfterItsDisable(entry, entries, since),
  )
  return isEnabledAgain ? ['disable', 'enable'] : ['disable']
}

const isAfterItsDisable = (enabled: JournalEntry, entries: readonly JournalEntry[], since: number): boolean =>
  entries.some(
    (entry) =>
      entry.action === 'disable' &&
      entry.key === enabled.key &&
      isDone(entry, since) &&
      entry.requestedAt <= enabled.requestedAt,
  )
