import { watch } from 'vue'
import { useRoute } from 'vue-router'
import type { JournalEntry } from '#shared/model/changes/change'
import type { TourStepId } from '#shared/model/app/tour'
import { shellNumberOf, usePluggedStore } from '../../../entities/lock/plugged-store'
import { useRecordsStore } from '../../../entities/lock/records-store'
import { useSimulatorStore } from '../../../entities/lock/simulator-store'
import { useAppStore } from '../../../stores/app-store'
import { useJournalStore } from '../../../stores/journal-store'
import { useTourStore } from '../../../stores/tour-store'

// The facts that complete the steps of the tour. Entries of a real platform do not count.

const doneSince = (entries: readonly JournalEntry[], since: number): readonly JournalEntry[] =>
  entries.filter(({ training, state, requestedAt }) => training && state === 'done' && requestedAt >= since)

/** The entry of the lock that was disabled last in the tour; entries are newest first. */
export const lastDisabled = (entries: readonly JournalEntry[], since: number): JournalEntry | null =>
  doneSince(entries, since).find(({ action }) => action === 'disable') ?? null

/** A lock was disabled; one that was disabled is enabled again. */
const stepsInJournal = (entries: readonly JournalEntry[], since: number): readonly TourStepId[] => {
  const done = doneSince(entries, since)
  const disabled = done.filter(({ action }) => action === 'disable')
  if (disabled.length === 0) return []
  const isEnabledAgain = done.some(
    ({ action, key, requestedAt }) =>
      action === 'enable' &&
      disabled.some((before) => before.key === key && before.requestedAt <= requestedAt),
  )
  return isEnabledAgain ? ['disable', 'enable'] : ['disable']
}

/** Whether a lock is plugged in that was not when the tour began, and its record is loaded. */
const useNewLock = (since: () => number) => {
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const simulator = useSimulatorStore()
  /** What is plugged in, also in a port of the simulator that was not read yet. */
  const numbersNow = (): Set<string> =>
    new Set(
      [
        ...plugged.locks.map(shellNumberOf),
        ...simulator.locks.map(({ pluggedIn, shellNumber }) => (pluggedIn ? shellNumber : null)),
      ].filter((number) => number !== null),
    )
  /** The numbers that have been plugged in since before the tour; null until both lists are read. */
  let before: ReadonlySet<string> | null = null
  watch(since, () => (before = numbersNow()), { flush: 'sync' })
  return (): boolean => {
    if (plugged.state !== 'ready' || !simulator.isLoaded) return false
    const now = numbersNow()
    const still = new Set([...(before ?? now)].filter((number) => now.has(number)))
    before = still
    return plugged.locks.some((lock) => {
      const number = shellNumberOf(lock)
      return number !== null && !still.has(number) && records.of(number).answer?.state === 'found'
    })
  }
}

/** The pages that show past changes. */
const historyPages = new Set(['journal', 'receipt'])

/** Completes the steps of the tour as they happen, in training alone. */
export const useTourFacts = (): void => {
  const app = useAppStore()
  const tour = useTourStore()
  const journal = useJournalStore()
  const route = useRoute()
  const hasNewLock = useNewLock(() => tour.opening.since)

  const isTracking = (): boolean => app.training && tour.isRunning
  const completeWhen = (isFact: () => boolean, step: TourStepId): void => {
    watch(
      () => isFact() && isTracking(),
      (isDone) => {
        if (isDone) tour.tick([step])
      },
      { immediate: true },
    )
  }
  completeWhen(hasNewLock, 'plug-in')
  completeWhen(() => tour.isTicked('disable') && historyPages.has(route.name), 'look')

  const inJournal = (): readonly TourStepId[] | null =>
    journal.state === 'ready' ? stepsInJournal(journal.entries, tour.opening.since) : null
  let isFirstReading = true
  watch(
    [inJournal, isTracking],
    ([steps]) => {
      if (steps === null) return
      const { state, ticked } = tour.opening
      // A person with earlier changes is not invited to the tour.
      if (isFirstReading && state === 'offered' && ticked.length === 0 && steps.length > 0) tour.dismiss()
      isFirstReading = false
      if (isTracking()) tour.tick(steps)
    },
    { immediate: true },
  )
}
