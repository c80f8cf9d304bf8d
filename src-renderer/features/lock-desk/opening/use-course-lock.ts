import { computed } from 'vue'
import { storeToRefs } from 'pinia'
import type { SimulatedLock } from '#shared/model/plugged-lock'
import type { ShellNumber } from '#shared/model/shell-number'
import { command } from '../../../bridge'
import { useCourseStore } from '../../../app/stores/course-store'
import { useJournalStore } from '../../../app/stores/journal-store'
import { mayRefuse } from '../../../record/record-words'
import { shellNumberOf, usePluggedStore } from '../plugged-store'
import { useRecordsStore } from '../records-store'
import { useTrayStore } from '../tray-store'
import { lastDisabled } from './course-facts'

type Free = SimulatedLock & { readonly shellNumber: ShellNumber }

const isFree = (lock: SimulatedLock): lock is Free =>
  lock.kind === 'lock' && !lock.pluggedIn && lock.condition === 'well' && lock.shellNumber !== null

/** Which lock the course is about, and what it does for somebody's hands. */
export const useCourseLock = () => {
  const course = useCourseStore()
  const journal = useJournalStore()
  const tray = useTrayStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const { locks } = storeToRefs(tray)

  const free = computed(() => locks.value.filter(isFree))
  const disabled = computed(() => lastDisabled(journal.entries, course.opening.since))

  /** One that can be disabled, so that the first try is not a refusal; any where the lists do not tell. */
  const plugIn = async (): Promise<void> => {
    course.begin()
    const known = await command('desk/look-up-many', {
      numbers: free.value.map(({ shellNumber }) => shellNumber),
      freshness: 'known',
    })
    const found = known.ok ? known.value.looked : []
    const good = free.value.find((_, index) => {
      const answer = found[index]
      if (answer?.state !== 'found') return false
      const { record } = answer
      const isOver = record.limitEnd !== null && record.limitEnd < Date.now()
      return (
        record.locked === false && !mayRefuse(record) && !record.lent && !record.borrowedUsbKey && !isOver
      )
    })
    const chosen = good ?? free.value[0]
    if (chosen !== undefined) await tray.act(chosen.trayId, 'plug-in')
  }

  /** The card whose button comes next: the newest lock that can be disabled, or the one that was. */
  const numberFor = (action: 'disable' | 'enable'): string | null => {
    if (action === 'enable') return disabled.value?.shellNumber ?? null
    const fits = plugged.rows.find(({ lock, leftAt }) => {
      const number = shellNumberOf(lock)
      if (number === null || leftAt !== null) return false
      const { answer } = records.of(number)
      return answer?.state === 'found' && answer.record.locked === false && !mayRefuse(answer.record)
    })
    return fits === undefined ? null : shellNumberOf(fits.lock)
  }

  const doorOf = (action: 'disable' | 'enable'): HTMLElement | null => {
    const number = numberFor(action)
    if (number === null) return null
    return document.querySelector(`[data-testid="card-${number}"] [data-testid="${action}"]`)
  }
  /** The cursor onto the card's own button; pressing it is the person's. False where its lock is not there. */
  const goToDoor = (action: 'disable' | 'enable'): boolean => {
    course.begin()
    const door = doorOf(action)
    door?.scrollIntoView({ block: 'nearest' })
    door?.focus()
    return door !== null
  }

  return { hasFree: computed(() => free.value.length > 0), disabled, plugIn, goToDoor }
}
