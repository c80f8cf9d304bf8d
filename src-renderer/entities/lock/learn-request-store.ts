import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A lock of an unknown model was seen on another page: the Devices page opens with the guide that learns it. */
export const useLearnRequestStore = defineStore('learn-request', () => {
  const isRequested = ref(false)
  return {
    request: (): void => void (isRequested.value = true),
    /** True once for each request. */
    take: (): boolean => {
      const wasRequested = isRequested.value
      isRequested.value = false
      return wasRequested
    },
  }
})
