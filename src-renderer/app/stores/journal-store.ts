import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { JournalEntry } from '#shared/model/change'
import { command, onEvent } from '../../bridge'

/** The most that `journal/recent` gives at once. */
export const journalLimit = 1000

/** One change makes three records within milliseconds; they are read together. */
const gatherFor = 120

/** What this desk asked of the platform, newest first. Desk and journal page both show it, so it lives here. */
export const useJournalStore = defineStore('journal', () => {
  const entries = shallowRef<readonly JournalEntry[]>([])
  const state = ref<'unread' | 'loading' | 'ready' | 'failed'>('unread')
  const failure = ref<CommandFailure | null>(null)
  const settling = ref<ReadonlySet<string>>(new Set())

  const load = async (): Promise<void> => {
    if (state.value !== 'ready') state.value = 'loading'
    const outcome = await command('journal/recent', { limit: journalLimit })
    if (outcome.ok) {
      entries.value = outcome.value
      failure.value = null
      state.value = 'ready'
    } else {
      failure.value = outcome.error
      state.value = 'failed'
    }
  }

  const loadOnce = async (): Promise<void> => {
    if (state.value === 'unread') await load()
  }

  /** An entry that an answer brought, before the journal is read again. */
  const note = (entry: JournalEntry): void => {
    const others = entries.value.filter(({ entryId }) => entryId !== entry.entryId)
    entries.value = [...others, entry].sort((one, other) => other.askedAt - one.askedAt)
  }

  const find = (entryId: string): JournalEntry | undefined =>
    entries.value.find((entry) => entry.entryId === entryId)

  /** Reads the record to learn what became of an unknown change; answers a failure, or null. */
  const settle = async (entryId: string): Promise<CommandFailure | null> => {
    settling.value = new Set([...settling.value, entryId])
    const outcome = await command('desk/settle', { entryId })
    settling.value = new Set([...settling.value].filter((id) => id !== entryId))
    if (!outcome.ok) return outcome.error
    note(outcome.value)
    return null
  }

  let gathering: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onEvent('journal/changed', () => {
    if (state.value === 'unread') return
    clearTimeout(gathering)
    gathering = setTimeout(() => void load(), gatherFor)
  })
  onScopeDispose(() => {
    unsubscribe()
    clearTimeout(gathering)
  })

  return { entries, state, failure, settling, load, loadOnce, note, find, settle }
})
