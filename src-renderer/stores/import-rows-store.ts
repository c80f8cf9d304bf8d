import { defineStore } from 'pinia'
import { watch } from 'vue'
import { command } from '../bridge'
import { createCountOfSources } from './count-of-sources'

/**
 * The rows of imports of which no file has a copy: those that only this window has, and those that main is to work on until
 * the app quits. Main asks before it closes the window.
 */
export const useImportRowsStore = defineStore('import-rows', () => {
  const inPage = createCountOfSources()
  const waiting = createCountOfSources()
  watch(
    [inPage.total, waiting.total],
    ([page, main]) => void command('window/import-rows', { inPage: page, waiting: main }),
  )
  return { countInPage: inPage.count, countWaiting: waiting.count }
})
