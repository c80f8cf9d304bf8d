import type { JournalEntry } from '#shared/model/change'
import type { OpeningStep } from '#shared/model/opening'

const isDone = (entry: JournalEntry, since: number): boolean =>
  entry.training && entry.state === 'done' && entry.askedAt >= since

/** The lock that was disabled last in the course, as the journal has it. */
export const lastDisabled = (entries: readonly JournalEntry[], since: number): JournalEntry | null =>
  entries.find((entry) => entry.action === 'disable' && isDone(entry, since)) ?? null

/** The steps that the journal (newest first) says have happened since; a real platform's entries tick nothing. */
export const stepsInJournal = (entries: readonly JournalEntry[], since: number): readonly OpeningStep[] => {
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
      entry.askedAt <= enabled.askedAt,
  )
