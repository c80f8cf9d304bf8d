import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { CommandFailure, CommandValue } from '#shared/commands'
import type { EnabledModel } from '#shared/model/plugged-lock'
import { command } from '../../bridge'

/** How shell numbers are read: models enabled at this desk, profiles, and profile files that cannot be used. */
export const useModelsStore = defineStore('models', () => {
  const models = ref<CommandValue<'locks/models'> | null>(null)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('locks/models')
    failure.value = outcome.ok ? null : outcome.error
    if (outcome.ok) models.value = outcome.value
  }

  const forget = async ({ vendorId, productId }: EnabledModel): Promise<CommandFailure | null> => {
    const outcome = await command('locks/forget-model', { vendorId, productId })
    if (!outcome.ok) return outcome.error
    await load()
    return null
  }

  return { models, failure, load, forget }
})
