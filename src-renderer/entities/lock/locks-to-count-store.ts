import { defineStore } from 'pinia'
import { createHandOver } from './hand-over'

/** Locks on their way from the page Assets to a new stocktake. */
export interface LocksToCount {
  /** The name of the saved view that is shown; null for none. */
  readonly name: string | null
  readonly numbers: readonly string[]
}

export const useLocksToCountStore = defineStore('locks-to-count', () => {
  const { give, take } = createHandOver<LocksToCount>()
  return { open: give, take }
})
