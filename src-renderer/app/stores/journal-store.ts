import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import { longestJournalSlice } from '#shared/journal-commands'
import { isLockAction } from '#shared/model/change'
import type { JournalEntry } from '#shared/model/change'
import { command, onEvent } from '../../bridge'
import { createJournalRows } from './journal-rows'

/** The most that `journal/recent` gives at once. */
export const journalLimit = 1000

/** One change makes three records within milliseconds; they are shown together. */
const gatherFor = 120
/** Between two slices: keys and frames come first. */
const breathe = 20

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** What this desk asked of the platform, newest first. Desk and journal page both show it, so it lives here. */
export const useJournalStore = defineStore('journal', () => {
  const entries = shallowRef<readonly JournalEntry[]>([])
  const state = ref<'unread' | 'loading' | 'ready' | 'failed'>('unread')
  const failure = ref<CommandFailure | null>(null)
  const settling = ref<ReadonlySet<string>>(new Set())
  /** Rows that main has. */
  const total = ref(0)
  const rows = createJournalRows()
  /** From an answer, before the journal's own row of it is here. */
  let noted: readonly JournalEntry[] = []
  /** Counts the readings from the beginning; an older one ends. */
  let reading = 0

  const publish = (): void => {
    noted = noted.filter(({ entryId }) => rows.find(entryId) === undefined)
    entries.value = [...noted, ...rows.newestFirst()]
  }

  const fetchSlice = async (from: number, limit: number): Promise<CommandFailure | null> => {
    rows.ask()
    const outcome = await command('journal/slice', { from, limit })
    if (outcome.ok) {
      total.value = outcome.value.total
      rows.put(from, outcome.value.rows, outcome.value.total)
    }
    rows.answered()
    return outcome.ok ? null : outcome.error
  }

  /** The rows before those that are here, in the background. */
  const fetchRest = async (mine: number): Promise<void> => {
    for (;;) {
      const gap = rows.gapBefore(rows.length(), longestJournalSlice)
      if (gap === null || mine !== reading) return
      if ((await fetchSlice(gap.from, gap.limit)) !== null) return
      publish()
      await pause(breathe)
    }
  }

  const load = async (): Promise<void> => {
    if (state.value !== 'ready') state.value = 'loading'
    reading += 1
    const mine = reading
    rows.clear()
    let failed = await fetchSlice(0, longestJournalSlice)
    const newest = rows.length() - longestJournalSlice
    if (failed === null && newest > 0) failed = await fetchSlice(newest, longestJournalSlice)
    if (mine !== reading) return
    failure.value = failed
    state.value = failed === null ? 'ready' : 'failed'
    if (failed !== null) return
    publish()
    void fetchRest(mine)
  }

  const loadOnce = async (): Promise<void> => {
    if (state.value === 'unread') await load()
  }

  /** An entry that an answer brought, before the journal is read again. */
  const note = (entry: JournalEntry): void => {
    if (!rows.replace(entry)) {
      noted = [entry, ...noted.filter(({ entryId }) => entryId !== entry.entryId)]
    }
    publish()
  }

  const find = (entryId: string): JournalEntry | undefined => {
    // What is shown is what a caller follows.
    const shown = entries.value
    return rows.find(entryId) ?? shown.find((entry) => entry.entryId === entryId)
  }

  /** Reads the record to learn what became of an unknown change; answers a failure, or null. */
  const settle = async (entryId: string): Promise<CommandFailure | null> => {
    settling.value = new Set([...settling.value, entryId])
    const outcome = await command('desk/settle', { entryId })
    settling.value = new Set([...settling.value].filter((id) => id !== entryId))
    if (!outcome.ok) return outcome.error
    note(outcome.value)
    return null
  }

  /** Rows that ended with something the platform gave, which is not told along. */
  const toRead = new Set<string>()
  let hasNewJobs = false
  let gathering: ReturnType<typeof setTimeout> | undefined

  const catchUp = async (): Promise<void> => {
    gathering = undefined
    if (hasNewJobs) {
      hasNewJobs = false
      await fetchSlice(rows.length(), longestJournalSlice)
      void fetchRest(reading)
    }
    const entryIds = [...toRead].slice(0, longestJournalSlice)
    for (const entryId of entryIds) toRead.delete(entryId)
    if (entryIds.length > 0) {
      const outcome = await command('journal/entries', { entryIds })
      if (outcome.ok) for (const entry of outcome.value) rows.replace(entry)
    }
    publish()
    if (toRead.size > 0) gather()
  }
  const gather = (): void => {
    gathering ??= setTimeout(() => void catchUp(), gatherFor)
  }

  const unsubscribe = [
    onEvent('journal/changed', ({ jobId }) => {
      if (state.value !== 'ready' || rows.knowsJob(jobId)) return
      hasNewJobs = true
      gather()
    }),
    onEvent('jobs/rows', ({ rows: results }) => {
      for (const { entryId, action, state: to } of rows.tell(results)) {
        if (to === 'done' && !isLockAction(action)) toRead.add(entryId)
      }
      if (state.value === 'ready') gather()
    }),
  ]
  onScopeDispose(() => {
    reading += 1
    for (const end of unsubscribe) end()
    clearTimeout(gathering)
  })

  return {
    entries,
    state,
    failure,
    settling,
    total,
    /** Whether every row is here. */
    isWhole: computed(() => entries.value.length >= total.value),
    load,
    loadOnce,
    note,
    find,
    settle,
  }
})
