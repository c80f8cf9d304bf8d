import { computed } from 'vue'
import { useRoute } from 'vue-router'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber } from '#shared/model/locks/shell-number'
import type { TargetLock } from '../../actions/actions-store'
import { useOpenedStore } from '../../entities/lock/opened-store'
import { shellNumberOf, usePluggedStore } from '../../entities/lock/plugged-store'
import { useRecordsStore } from '../../entities/lock/records-store'
import { mayBeNumber, useLockSearch } from './use-lock-search'

/** The locks that a query may mean: those plugged in, those found by its number, and “this lock”. */
export const useLockTargets = (query: () => string, typedNumber: () => string) => {
  const plugged = usePluggedStore()
  const records = useRecordsStore()
  const opened = useOpenedStore()
  const route = useRoute()
  const search = useLockSearch(typedNumber)

  const recordOf = (number: string): LockRecord | null => {
    const { answer } = records.of(number)
    return answer?.state === 'found' ? answer.record : null
  }

  const pluggedLocks = computed<readonly TargetLock[]>(() =>
    plugged.rows.flatMap(({ lock, unpluggedAt }) => {
      const number = shellNumberOf(lock)
      return number === null || unpluggedAt !== null
        ? []
        : [{ number, record: recordOf(number), plugId: lock.plugId }]
    }),
  )

  /** The lock as it is known now. */
  const lockAt = (number: string): TargetLock =>
    pluggedLocks.value.find((lock) => lock.number === number) ?? {
      number,
      record: recordOf(number),
      plugId: null,
    }

  /** Plugged-in locks are first; each lock appears once. */
  const foundLocks = computed<readonly TargetLock[]>(() => {
    const typed = typedNumber()
    if (!mayBeNumber(typed)) return []
    const normalized = foldNumber(typed)
    const isTarget = ({ number, record }: Omit<TargetLock, 'plugId'>): boolean =>
      number.includes(normalized) || (record !== null && foldNumber(record.assetNum).includes(normalized))
    const pluggedTargets = pluggedLocks.value.filter(isTarget)
    const known = new Set(pluggedTargets.map(({ number }) => number))
    // The previous result stays until the next one arrives, so its rows are filtered by the current digits.
    const others = search.rows.value
      .map((record) => ({ number: record.shellNumber ?? record.assetNum, record, plugId: null }))
      .filter((lock) => !known.has(lock.number) && isTarget(lock))
    return [...pluggedTargets, ...others]
  })

  /**
   * The lock that “this lock” refers to: the one open on the lock desk, the only one plugged in, or the exact
   * match of the query.
   */
  const targetLock = computed<TargetLock | null>(() => {
    if (query() !== '') {
      const [first, second] = foundLocks.value
      const normalized = foldNumber(typedNumber())
      const isExactMatch =
        first !== undefined &&
        (first.number === normalized ||
          (first.record !== null && foldNumber(first.record.assetNum) === normalized))
      return isExactMatch || second === undefined ? (first ?? null) : null
    }
    const { opened: open } = opened
    if (open !== null && route.name === 'desk') {
      const record = recordOf(open.number)
      if (record !== null) return { number: open.number, record, plugId: open.plugId }
    }
    const [only, another] = pluggedLocks.value
    return only !== undefined && another === undefined ? only : null
  })

  return {
    pluggedLocks,
    lockAt,
    foundLocks,
    targetLock,
    isSearching: search.isSearching,
    /** The number of matching locks that are not shown. */
    moreLocks: computed(() => Math.max(0, search.total.value - search.rows.value.length)),
  }
}
