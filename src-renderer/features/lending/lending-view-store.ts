import { defineStore } from 'pinia'
import { ref } from 'vue'

/** The view of the loan page. It outlives the page, so that returning from a handover note restores it. */
export const useLendingViewStore = defineStore('lending-view', () => ({
  view: ref<'board' | 'lend'>('board'),
  chosenId: ref<string | null>(null),
}))
