import { defineStore } from 'pinia'
import type { LockAction } from '#shared/model/changes/change'
import { createHandOver } from './hand-over'

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
  const { waiting, give, take } = createHandOver<LocksToList>()
  return { waiting, openAsList: give, take }
})
