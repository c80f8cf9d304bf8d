import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useAppStore } from '../../../stores/app-store'
import { useTourStore } from '../../../stores/tour-store'
import { useJournalStore } from '../../../stores/journal-store'
import { shellNumberOf, usePluggedStore } from '../../../entities/lock/plugged-store'
import { useRecordsStore } from '../../../entities/lock/records-store'
import { useSimulatorStore } from '../../../entities/lock/simulator-store'
import { stepsInJournal } from './tour-facts'

/** The pages that show past changes. */
const historyPages = new Set(['journal', 'receipt'])

/**
 * Checks the tour's steps by real events: a plugged-in lock whose record is loaded, journal entries, an opened
 * page. In training mode only.
 */
export const useTourProgress = (): void => {
  const app = useAppStore()
  const tour = useTourStore()
  const journal = useJournalStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const simulator = useSimulatorStore()
  const route = useRoute()

  const isTracking = (): boolean => app.training && tour.isRunning

  // Locks that were plugged in before do not complete the “plug in” step: the visible ones, and those in the
  // simulator's ports that are not read yet.
  let before: Set<string> | null = null
  let unreadNumbers = new Set<string>()
  const isUnread = (number: string): boolean =>
    simulator.locks.some(({ shellNumber, pluggedIn }) => pluggedIn && shellNumber === number)
  const rememberPluggedLocks = (): void => {
    before = new Set(plugged.locks.map(({ plugId }) => plugId))
    const shown = new Set(plugged.locks.map(shellNumberOf))
    const simulatedNumbers = simulator.locks.flatMap(({ shellNumber, pluggedIn }) =>
      pluggedIn ? (shellNumber ?? []) : [],
    )
    unreadNumbers = new Set(simulatedNumbers.filter((number) => !shown.has(number)))
  }
  watch(() => tour.opening.since, rememberPluggedLocks, { flush: 'sync' })
  watch(
    [
      () => plugged.state,
      () => plugged.locks,
      () => simulator.isLoaded,
      () => simulator.locks,
      () => records.lookups,
      isTracking,
    ],
    () => {
      if (plugged.state !== 'ready' || !simulator.isLoaded) return
      if (before === null) rememberPluggedLocks()
      unreadNumbers = new Set([...unreadNumbers].filter(isUnread))
      let hasNewLock = false
      for (const lock of plugged.locks) {
        const number = shellNumberOf(lock)
        if (number === null || before?.has(lock.plugId) !== false) continue
        if (unreadNumbers.delete(number)) before.add(lock.plugId)
        else hasNewLock ||= records.of(number).answer?.state === 'found'
      }
      if (hasNewLock && isTracking() && !tour.isTicked('plug-in')) tour.tick(['plug-in'])
    },
    { immediate: true },
  )

  let isFirstReading = true
  watch(
    [() => journal.state, () => journal.entries, isTracking],
    () => {
      if (journal.state !== 'ready') return
      const { state, ticked, since } = tour.opening
      const doneSteps = stepsInJournal(journal.entries, since)
      // A user with earlier changes is not invited to the tour.
      if (isFirstReading && state === 'offered' && ticked.length === 0 && doneSteps.length > 0) tour.dismiss()
      isFirstReading = false
      if (isTracking()) tour.tick(doneSteps)
    },
    { immediate: true },
  )

  watch(
    [() => route.name, () => tour.isTicked('disable')],
    ([name]) => {
      if (isTracking() && tour.isTicked('disable') && historyPages.has(name)) tour.tick(['look'])
    },
    { immediate: true },
  )
}
