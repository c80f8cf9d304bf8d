import { defineStore } from 'pinia'
import { createHandOver } from './hand-over'

interface NumbersToLabel {
  readonly numbers: readonly string[]
  /** The text above each number, for these labels only; null leaves the one of the settings. */
  readonly title: string | null
  /** The page to which the labels lead back. */
  readonly from: 'assets' | 'work-orders'
}

/** Numbers on their way from another page to the labels. */
export const useNumbersToLabelStore = defineStore('numbers-to-label', () => {
  const { give, take } = createHandOver<NumbersToLabel>()
  return { open: give, take }
})
