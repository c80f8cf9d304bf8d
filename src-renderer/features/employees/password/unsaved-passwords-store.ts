import { defineStore } from 'pinia'
import { watch } from 'vue'
import { command } from '../../../bridge'
import { createCountOfSources } from '../../../stores/count-of-sources'

/**
 * The number of generated passwords that only this window has: not read, copied or saved, but possibly set on
 * the platform. Main warns before the window closes.
 */
export const useUnsavedPasswordsStore = defineStore('unsaved-passwords', () => {
  const { total, count } = createCountOfSources()
  watch(total, (generatedPasswords) => void command('window/unsaved-passwords', { generatedPasswords }))
  return { total, count }
})
