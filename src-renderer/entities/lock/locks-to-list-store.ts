import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { LockAction } from '#shared/model/changes/change'

/** Locks on their way from another page to the list. */
export interface LocksToList {
  /** Null leaves the choice to the user. */
  readonly action: LockAction | null
  readonly numbers: readonly string[]
  /** The job that the list reverses. */
  readonly reverses: string | null
}

/** Waits until the lock desk opens it as a list. */
export const useLocksToListStore = defineStore('locks-to-list', () => {
  const waiting = shallowRef<LocksToList | null>(null)
  const openAsList = (locks: LocksToList): void => void (waiting.value = locks)
  /** Returns what waits, once. */
  const take = (): LocksToList | null => {
    const taken = waiting.value
    waiting.value = null
    return taken
  }
  return { waiting, openAsList, take }
})
