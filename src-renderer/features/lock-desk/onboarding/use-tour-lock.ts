import { computed } from 'vue'
import { storeToRefs } from 'pinia'
import { knownTime } from '#shared/model/api/timestamp'
import type { SimulatedLock } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import { command } from '../../../bridge'
import { oncePerSeries } from '../../../once-per-series'
import { useTourStore } from '../../../stores/tour-store'
import { useJournalStore } from '../../../stores/journal-store'
import { mayBeRejected } from '../../../entities/lock/lock-texts'
import { cardButton } from '../card/card-buttons'
import { shellNumberOf, usePluggedStore } from '../../../entities/lock/plugged-store'
import { useRecordsStore } from '../../../entities/lock/records-store'
import { useSimulatorStore } from '../../../entities/lock/simulator-store'
import { lastDisabled } from './tour-facts'

type FreeLock = SimulatedLock & { readonly shellNumber: ShellNumber }

const isFree = (lock: SimulatedLock): lock is FreeLock =>
  lock.kind === 'lock' && !lock.pluggedIn && lock.condition === 'well' && lock.shellNumber !== null

/** Chooses the lock for the tour and performs simulated actions with it. */
export const useTourLock = () => {
  const tour = useTourStore()
  const journal = useJournalStore()
  const simulator = useSimulatorStore()
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const { locks } = storeToRefs(simulator)

  const freeLocks = computed(() => locks.value.filter(isFree))
  const disabled = computed(() => lastDisabled(journal.entries, tour.opening.since))

  /** Prefers a lock that can be disabled, so that the first try succeeds; otherwise any lock. */
  const plugIn = oncePerSeries(async (): Promise<void> => {
    tour.begin()
    const numbers = freeLocks.value.map(({ shellNumber }) => shellNumber)
    const known = await command('locks/look-up-many', { numbers, freshness: 'known' })
    const results = known.ok ? known.value.results : []
    const found = new Map(numbers.map((number, index) => [number, results[index]]))
    const suitable = freeLocks.value.find(({ shellNumber }) => {
      const answer = found.get(shellNumber)
      if (answer?.state !== 'found') return false
      const { record } = answer
      const end = knownTime(record.limitEnd)
      const isOver = end !== null && end < Date.now()
      return (
        record.locked === false && !mayBeRejected(record) && !record.lent && !record.borrowedUsbKey && !isOver
      )
    })
    const chosen = suitable ?? freeLocks.value[0]
    if (chosen !== undefined) await simulator.act(chosen.trayId, 'plug-in')
  })

  /** The lock whose button comes next: the newest one that can be disabled, or the one that was disabled. */
  const numberFor = (action: 'disable' | 'enable'): string | null => {
    if (action === 'enable') return disabled.value?.shellNumber ?? null
    const row = plugged.rows.find(({ lock, unpluggedAt }) => {
      const number = shellNumberOf(lock)
      if (number === null || unpluggedAt !== null) return false
      const { answer } = records.of(number)
      return answer?.state === 'found' && answer.record.locked === false && !mayBeRejected(answer.record)
    })
    return row === undefined ? null : shellNumberOf(row.lock)
  }

  /** Focuses the card's button without pressing it. False if the lock is not there. */
  const focusActionButton = (action: 'disable' | 'enable'): boolean => {
    tour.begin()
    const number = numberFor(action)
    const button = number === null ? null : cardButton(number, action)
    button?.scrollIntoView({ block: 'nearest' })
    button?.focus()
    return button !== null
  }

  return { hasFree: computed(() => freeLocks.value.length > 0), disabled, plugIn, focusActionButton }
}
