import { defineStore } from 'pinia'
import { ref } from 'vue'

/** What the page of loans shows. It outlives the page: whoever comes back from a hand-over note is where they were. */
export const useLendingViewStore = defineStore('lending-view', () => ({
  view: ref<'board' | 'lend'>('board'),
  chosenId: ref<string | null>(null),
}))
