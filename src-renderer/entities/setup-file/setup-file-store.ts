import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'

/** Asks for the dialog of a set-up file from any page; SetupLayer.vue shows it. */
export const useSetupFileStore = defineStore('setup-file', () => {
  /** Increases with each request to choose a file. */
  const requests = ref(0)
  /** The file that is shown. */
  const file = shallowRef<File | null>(null)
  return { requests, file, choose: () => void (requests.value += 1) }
})
