import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useAppStore } from '../../../app/stores/app-store'
import { useCourseStore } from '../../../app/stores/course-store'
import { useJournalStore } from '../../../app/stores/journal-store'
import { shellNumberOf, usePluggedStore } from '../plugged-store'
import { useRecordsStore } from '../records-store'
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
  const route = useRoute()

  const isWatched = (): boolean => app.training && course.isUnderWay

  // Locks that were there before are no answer to “plug a lock in”.
  let before: ReadonlySet<string> | null = null
  const beginHere = (): void => void (before = new Set(plugged.locks.map(({ plugId }) => plugId)))
  watch(() => course.opening.since, beginHere, { flush: 'sync' })
  watch(
    [() => plugged.state, () => plugged.locks, () => records.looked, isWatched],
    () => {
      if (plugged.state !== 'ready') return
      if (before === null) beginHere()
      if (!isWatched() || course.isTicked('plug-in')) return
      const came = plugged.locks.some((lock) => {
        const number = shellNumberOf(lock)
        return (
          before?.has(lock.plugId) === false &&
          number !== null &&
          records.of(number).answer?.state === 'found'
        )
      })
      if (came) course.tick(['plug-in'])
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
