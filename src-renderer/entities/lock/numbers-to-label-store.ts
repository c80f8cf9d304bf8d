import { defineStore } from 'pinia'
import { createHandOver } from './hand-over'

/** Numbers on their way from the page Assets to the labels. */
export const useNumbersToLabelStore = defineStore('numbers-to-label', () => {
  const { give, take } = createHandOver<readonly string[]>()
  return { open: give, take }
})
