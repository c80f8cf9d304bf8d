import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure, CommandOutcome } from '#shared/bridge/commands'
import type { UpdateChoices, UpdateState } from '#shared/model/app/update'
import { command, onEvent } from '../../../bridge'

/** The state of updates, as reported by main. */
export const useUpdatesStore = defineStore('updates', () => {
  const state = ref<UpdateState | null>(null)

  type UpdateCommand =
    | 'updates/state'
    | 'updates/choose'
    | 'updates/check'
    | 'updates/use-file'
    | 'updates/download'
    | 'updates/install'
  const applyOutcome = (outcome: CommandOutcome<UpdateCommand>): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    state.value = outcome.value
    return null
  }
  const load = async (): Promise<void> => {
    applyOutcome(await command('updates/state'))
  }

  onEvent('updates/changed', (update) => (state.value = update))
  // An update that waits for a job can be installed when the job ends.
  onEvent('jobs/changed', () => {
    if (state.value?.progress.step === 'ready') void load()
  })
  return {
    state,
    load,
    choose: async (choices: UpdateChoices) => applyOutcome(await command('updates/choose', choices)),
    check: async () => applyOutcome(await command('updates/check')),
    useFile: async () => applyOutcome(await command('updates/use-file')),
    download: async () => applyOutcome(await command('updates/download')),
    install: async () => applyOutcome(await command('updates/install')),
  }
})
