import { defineStore } from 'pinia'
import { onScopeDispose, ref } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/commands'
import type { UpdateChoices, UpdateState } from '#shared/update-commands'
import { command, onEvent } from '../../bridge'

/** How things stand with newer versions; main does the work and tells. */
export const useUpdatesStore = defineStore('updates', () => {
  const state = ref<UpdateState | null>(null)

  type Asking = 'updates/state' | 'updates/choose' | 'updates/check' | 'updates/download' | 'updates/install'
  const take = (outcome: CommandOutcome<Asking>): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    state.value = outcome.value
    return null
  }
  const load = async (): Promise<void> => {
    take(await command('updates/state'))
  }

  onScopeDispose(onEvent('updates/changed', (told) => (state.value = told)))
  // A version that waits for a job may be started when the job is over.
  onScopeDispose(
    onEvent('jobs/changed', () => {
      if (state.value?.course.step === 'ready') void load()
    }),
  )
  return {
    state,
    load,
    choose: async (choices: UpdateChoices) => take(await command('updates/choose', choices)),
    check: async () => take(await command('updates/check')),
    download: async () => take(await command('updates/download')),
    install: async () => take(await command('updates/install')),
  }
})
