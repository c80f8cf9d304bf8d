import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { LockInChange } from '#shared/model/branch/lock-in-change'
import { onEvent } from '../../bridge'

interface Shown {
  readonly change: LockInChange
  readonly until: number
}

/** The locks that other desks of the branch change now. */
export const useChangingStore = defineStore('changing', () => {
  const shown = shallowRef<readonly Shown[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined

  const dropOld = (): void => {
    const now = performance.now()
    if (shown.value.some(({ until }) => until <= now))
      shown.value = shown.value.filter(({ until }) => until > now)
    clearTimeout(timer)
    const next = Math.min(...shown.value.map(({ until }) => until))
    if (Number.isFinite(next)) timer = setTimeout(dropOld, Math.max(0, next - now))
  }
  onEvent('branch/changing', (changes) => {
    const now = performance.now()
    shown.value = changes.map((change) => ({ change, until: now + change.forMs }))
    dropOld()
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    /** Null if no other desk is known to change the lock. */
    of: (assetNum: string): LockInChange | null =>
      shown.value.find(({ change }) => change.assetNums.includes(assetNum))?.change ?? null,
  }
})
