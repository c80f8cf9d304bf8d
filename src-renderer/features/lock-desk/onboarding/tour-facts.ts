import { watch } from 'vue'
import { useRoute } from 'vue-router'
import type { JournalEntry } from '#shared/model/changes/change'
import { tourSteps } from '#shared/model/app/tour'
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

/** A lock that was disabled in the tour is enabled again. */
const isEnabledAgain = (entries: readonly JournalEntry[], since: number): boolean => {
  const done = doneSince(entries, since)
  return done.some(
    ({ action, key, requestedAt }) =>
      action === 'enable' &&
      done.some(
        (before) => before.action === 'disable' && before.key === key && before.requestedAt <= requestedAt,
      ),
  )
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

  const since = (): number => tour.opening.since
  const facts: Readonly<Record<TourStepId, () => boolean>> = {
    'plug-in': useNewLock(since),
    disable: () => lastDisabled(journal.entries, since()) !== null,
    look: () => tour.isTicked('disable') && historyPages.has(route.name),
    enable: () => isEnabledAgain(journal.entries, since()),
  }
  // A person with earlier changes is not invited to the tour.
  watch(
    () => journal.state === 'ready',
    (isRead) => {
      if (!isRead) return
      const { state, ticked } = tour.opening
      if (state === 'offered' && ticked.length === 0 && facts.disable()) tour.dismiss()
    },
    { immediate: true },
  )
  watch(
    () => {
      const happened = tourSteps.filter((step) => facts[step]())
      return app.training ? happened : []
    },
    tour.tick,
    { immediate: true },
  )
}
