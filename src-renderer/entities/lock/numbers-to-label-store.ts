import { defineStore } from 'pinia'
import { shallowRef } from 'vue'

/** Numbers on their way from the page Assets to the labels. */
export const useNumbersToLabelStore = defineStore('numbers-to-label', () => {
  const waiting = shallowRef<readonly string[] | null>(null)
  const open = (numbers: readonly string[]): void => void (waiting.value = numbers)
  /** Returns what waits, once. */
  const take = (): readonly string[] | null => {
    const taken = waiting.value
    waiting.value = null
    return taken
  }
  return { open, take }
})
