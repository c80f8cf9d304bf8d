import { defineStore } from 'pinia'
import { useDraft } from '../../stores/drafts-store'
import { useUnsentRowsStore } from '../../stores/unsent-rows-store'
import { parseNumbers } from './parse-numbers'

/** The numbers that were scanned or typed for labels. They outlive the page, but no other platform, which reloads the window. */
export const useLabelPileStore = defineStore('label-pile', () => {
  const text = useDraft(() => 'numbers of labels')
  useUnsentRowsStore().count('labels', () => {
    const { numbers, invalid } = parseNumbers(text.value)
    return numbers.length + invalid.length
  })
  return { text }
})
