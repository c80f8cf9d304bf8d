import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A text typed into another field that the palette is to search for; null once it does. */
export const useFindStore = defineStore('find', () => {
  const asked = ref<string | null>(null)
  return { asked, ask: (text: string) => void (asked.value = text) }
})
