import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { maxJournalSliceLength } from '#shared/model/slices'
import { isLockAction } from '#shared/model/changes/change'
import type { JournalEntry } from '#shared/model/changes/change'
import { command, onEvent } from '../bridge'
import { createJournalRows } from './journal-rows'
import { useReviewStore } from './review-store'

/** The maximum that `journal/recent` returns. */
export const journalLimit = 1000

/** One change writes three records within milliseconds; they are shown together. */
const batchDelayMs = 120
/** The pause between two slices, ms, for input and rendering. */
const slicePauseMs = 20

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** The changes made on this computer, newest first. The lock desk and the activity log share it. */
export const useJournalStore = defineStore('journal', () => {
  const review = useReviewStore()
  const entries = shallowRef<readonly JournalEntry[]>([])
  const state = ref<'unread' | 'loading' | 'ready' | 'failed'>('unread')
  const failure = ref<CommandFailure | null>(null)
  /** The number of rows in main. */
  const total = ref(0)
  const rows = createJournalRows()
  /** Entries from responses whose journal rows are not loaded yet. */
  let pendingEntries: readonly JournalEntry[] = []
  /** The number of the current load; a newer load ends an older one. */
  let lastLoadNumber = 0

  const publish = (): void => {
    pendingEntries = pendingEntries.filter(({ entryId }) => rows.find(entryId) === undefined)
    entries.value = [...pendingEntries, ...rows.newestFirst()]
  }

  const fetchSlice = async (from: number, limit: number): Promise<CommandFailure | null> => {
    rows.startRequest()
    const outcome = await command('journal/slice', { from, limit })
    if (outcome.ok) {
      total.value = outcome.value.total
      rows.insert(from, outcome.value.rows, outcome.value.total)
    }
    rows.endRequest()
    return outcome.ok ? null : outcome.error
  }

  /** Loads the missing older rows in the background. */
  const fetchRest = async (loadNumber: number): Promise<void> => {
    for (;;) {
      const gap = rows.gapBefore(rows.length(), maxJournalSliceLength)
      if (gap === null || loadNumber !== lastLoadNumber) return
      if ((await fetchSlice(gap.from, gap.limit)) !== null) return
      publish()
      await pause(slicePauseMs)
    }
  }

  const load = async (): Promise<void> => {
    if (state.value !== 'ready') state.value = 'loading'
    lastLoadNumber += 1
    const loadNumber = lastLoadNumber
    rows.clear()
    let failed = await fetchSlice(0, maxJournalSliceLength)
    const newest = rows.length() - maxJournalSliceLength
    if (failed === null && newest > 0) failed = await fetchSlice(newest, maxJournalSliceLength)
    if (loadNumber !== lastLoadNumber) return
    failure.value = failed
    state.value = failed === null ? 'ready' : 'failed'
    if (failed !== null) return
    publish()
    void fetchRest(loadNumber)
  }

  const loadOnce = async (): Promise<void> => {
    if (state.value === 'unread') await load()
  }

  /** Adds an entry from a response before the journal is read again. */
  const note = (entry: JournalEntry): void => {
    if (!rows.replace(entry)) {
      pendingEntries = [entry, ...pendingEntries.filter(({ entryId }) => entryId !== entry.entryId)]
    }
    publish()
  }

  const find = (entryId: string): JournalEntry | undefined => {
    // Reading `entries` makes the caller reactive.
    const shown = entries.value
    return rows.find(entryId) ?? shown.find((entry) => entry.entryId === entryId)
  }

  /** Reads the platform's record to reconcile an unconfirmed change; returns the failure, or null. */
  const checkResult = async (entryId: string): Promise<CommandFailure | null> => {
    const outcome = await review.checkResults([entryId])
    if (!outcome.ok) return outcome.error
    for (const { entry } of outcome.value) note(entry)
    return null
  }

  /** Completed rows with platform data, which the event does not include. */
  const toRead = new Set<string>()
  let hasNewJobs = false
  let batchTimer: ReturnType<typeof setTimeout> | undefined

  const catchUp = async (): Promise<void> => {
    batchTimer = undefined
    if (hasNewJobs) {
      hasNewJobs = false
      await fetchSlice(rows.length(), maxJournalSliceLength)
      void fetchRest(lastLoadNumber)
    }
    const entryIds = [...toRead].slice(0, maxJournalSliceLength)
    for (const entryId of entryIds) toRead.delete(entryId)
    if (entryIds.length > 0) {
      const outcome = await command('journal/entries', { entryIds })
      if (outcome.ok) for (const entry of outcome.value) rows.replace(entry)
    }
    publish()
    if (toRead.size > 0) scheduleUpdate()
  }
  const scheduleUpdate = (): void => {
    batchTimer ??= setTimeout(() => void catchUp(), batchDelayMs)
  }

  onEvent('journal/changed', ({ jobId }) => {
    if (state.value !== 'ready' || rows.knowsJob(jobId)) return
    hasNewJobs = true
    scheduleUpdate()
  })
  onEvent('jobs/rows', ({ rows: results }) => {
    for (const { entryId, action, state: to } of rows.applyResults(results)) {
      if (to === 'done' && !isLockAction(action)) toRead.add(entryId)
    }
    if (state.value === 'ready') scheduleUpdate()
  })
  onScopeDispose(() => {
    lastLoadNumber += 1
    clearTimeout(batchTimer)
  })

  return {
    entries,
    /** On another platform, the same number is another lock, customer or order. */
    entriesHere: computed(() => entries.value.filter(({ elsewhere }) => elsewhere === undefined)),
    state,
    failure,
    checkingEntryIds: computed(() => review.checkingEntryIds),
    total,
    /** Whether all rows are loaded. */
    isWhole: computed(() => entries.value.length >= total.value),
    load,
    loadOnce,
    note,
    find,
    checkResult,
  }
})
