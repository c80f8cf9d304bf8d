import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useAppStore } from '../../../app/stores/app-store'
import { useCourseStore } from '../../../app/stores/course-store'
import { useJournalStore } from '../../../app/stores/journal-store'
import { shellNumberOf, usePluggedStore } from '../plugged-store'
import { useRecordsStore } from '../records-store'
import { useTrayStore } from '../tray-store'
import { stepsInJournal } from './course-facts'

/** Where what was done can be looked at. */
const placesToLook = new Set(['journal', 'receipt'])

/**
 * Ticks the steps of the short course by what really happens: a lock that comes in and whose record is there, the
 * journal's entries, the page that was opened. In training only.
 */
export const useCourseWatch = (): void => {
  const app = useAppStore()
  const course = useCourseStore()
  const journal = useJournalStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const tray = useTrayStore()
  const route = useRoute()

  const isWatched = (): boolean => app.training && course.isUnderWay

  // Locks that were there before are no answer to “plug a lock in”: those that are shown, and those that sit in the
  // tray's ports and have not been read yet.
  let before: Set<string> | null = null
  let awaited = new Set<string>()
  const isAwaited = (number: string): boolean =>
    tray.locks.some(({ shellNumber, pluggedIn }) => pluggedIn && shellNumber === number)
  const beginHere = (): void => {
    before = new Set(plugged.locks.map(({ plugId }) => plugId))
    const shown = new Set(plugged.locks.map(shellNumberOf))
    const seated = tray.locks.flatMap(({ shellNumber, pluggedIn }) => (pluggedIn ? (shellNumber ?? []) : []))
    awaited = new Set(seated.filter((number) => !shown.has(number)))
  }
  watch(() => course.opening.since, beginHere, { flush: 'sync' })
  watch(
    [
      () => plugged.state,
      () => plugged.locks,
      () => tray.isLoaded,
      () => tray.locks,
      () => records.looked,
      isWatched,
    ],
    () => {
      if (plugged.state !== 'ready' || !tray.isLoaded) return
      if (before === null) beginHere()
      awaited = new Set([...awaited].filter(isAwaited))
      let hasCome = false
      for (const lock of plugged.locks) {
        const number = shellNumberOf(lock)
        if (number === null || before?.has(lock.plugId) !== false) continue
        if (awaited.delete(number)) before.add(lock.plugId)
        else hasCome ||= records.of(number).answer?.state === 'found'
      }
      if (hasCome && isWatched() && !course.isTicked('plug-in')) course.tick(['plug-in'])
    },
    { immediate: true },
  )

  let isFirstReading = true
  watch(
    [() => journal.state, () => journal.entries, isWatched],
    () => {
      if (journal.state !== 'ready') return
      const { state, ticked, since } = course.opening
      const happened = stepsInJournal(journal.entries, since)
      // Whoever has worked here before needs no invitation.
      if (isFirstReading && state === 'offered' && ticked.length === 0 && happened.length > 0)
        course.putAside()
      isFirstReading = false
      if (isWatched()) course.tick(happened)
    },
    { immediate: true },
  )

  watch(
    [() => route.name, () => course.isTicked('disable')],
    ([name]) => {
      if (isWatched() && course.isTicked('disable') && placesToLook.has(String(name))) course.tick(['look'])
    },
    { immediate: true },
  )
}
