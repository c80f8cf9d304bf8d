import { computed } from 'vue'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockState } from '#shared/model/locks/lock-record'
import { useNow } from '../../../ui/value/clock'
import { shellNumberOf } from '../../../entities/lock/plugged-store'
import type { PluggedRow } from '../../../entities/lock/plugged-store'
import type { LookupState } from '../../../entities/lock/records-store'

/** What a card and a chip show of a plugged-in lock. */
export const useLockCard = (row: () => PluggedRow, lookup: () => LookupState | null) => {
  const now = useNow()
  const number = computed(() => shellNumberOf(row().lock))
  const answer = computed(() => lookup()?.answer ?? null)
  const record = computed(() => (answer.value?.state === 'found' ? answer.value.record : null))
  const states = computed(() => (record.value === null ? null : statesOf(record.value, now.value)))
  /** The first look-up uses cached lists; its “not listed” is shown only after the platform confirmed it. */
  const isLookupFinished = computed(() => {
    const current = lookup()
    return current !== null && (record.value !== null || (!current.searching && answer.value !== null))
  })
  /** A lock that is on no list has no known state. */
  const shownState = computed<LockState | null>(
    () => states.value?.[0] ?? (isLookupFinished.value ? 'unknown' : null),
  )
  return { number, record, states, isLookupFinished, shownState }
}
