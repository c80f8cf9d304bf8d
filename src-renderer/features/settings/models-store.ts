import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure, CommandValue } from '#shared/bridge/commands'
import type { EnabledModel } from '#shared/model/locks/plugged-lock'
import { command } from '../../bridge'
import { useCommand } from '../../use-command'

/** How shell numbers are read: enabled models, lock profiles, and invalid profile files. */
export const useModelsStore = defineStore('models', () => {
  const models = ref<CommandValue<'locks/models'> | null>(null)
  const { run, failure } = useCommand('locks/models')

  const load = async (): Promise<void> => {
    const outcome = await run()
    if (outcome.ok) models.value = outcome.value
  }

  const remove = async ({ vendorId, productId }: EnabledModel): Promise<CommandFailure | null> => {
    const outcome = await command('locks/remove-model', { vendorId, productId })
    if (!outcome.ok) return outcome.error
    await load()
    return null
  }

  return { models, failure, load, remove }
})
