import { defineStore } from 'pinia'
import { createCountOfSources } from './count-of-sources'

/** The rows and choices that only this window has: opening another platform reloads the page and would lose them. */
export const useUnsentRowsStore = defineStore('unsent-rows', createCountOfSources)
