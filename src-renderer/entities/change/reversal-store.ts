import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LockAction } from '#shared/model/change'

/** The locks of a reversal on their way from the activity log to the list. */
export interface ReversedLocks {
  /** The reversed job. */
  readonly jobId: string
  readonly action: LockAction
  readonly assetNums: readonly string[]
}

/** Waits until the lock desk opens it as a list. */
export const useReversalStore = defineStore('reversal', () => {
  const waiting = shallowRef<ReversedLocks | null>(null)
  const openAsList = (locks: ReversedLocks): void => void (waiting.value = locks)
  /** Returns what waits, once. */
  const take = (): ReversedLocks | null => {
    const taken = waiting.value
    waiting.value = null
    return taken
  }
  return { waiting, openAsList, take }
})
