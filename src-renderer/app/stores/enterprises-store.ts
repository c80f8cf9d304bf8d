import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome, RegisteredEnterprise } from '#shared/commands'
import { command, onEvent } from '../../bridge'

/** The register of enterprises on whose lists locks are looked up. */
export const useEnterprisesStore = defineStore('enterprises', () => {
  const enterprises = ref<readonly RegisteredEnterprise[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = ref<CommandFailure | null>(null)
  const refreshing = ref(false)
  const wanted = ref<string | null>(null)
  /** The enterprise that the pages of people and assets show: the one chosen last, or the first. */
  const chosenId = computed<string | null>(
    () =>
      (enterprises.value.find((one) => one.enterpriseGlobalId === wanted.value) ?? enterprises.value[0])
        ?.enterpriseGlobalId ?? null,
  )
  const choose = (enterpriseGlobalId: string): void => void (wanted.value = enterpriseGlobalId)
  const nameOf = (enterpriseGlobalId: string | null): string | null =>
    enterprises.value.find((one) => one.enterpriseGlobalId === enterpriseGlobalId)?.enterpriseName ?? null

  const load = async (): Promise<void> => {
    const outcome = await command('register/list')
    if (outcome.ok) {
      enterprises.value = outcome.value
      state.value = 'ready'
    } else if (state.value !== 'ready') {
      failure.value = outcome.error
      state.value = 'failed'
    }
  }

  const loadOnce = async (): Promise<void> => {
    if (state.value !== 'ready') await load()
  }

  /** Every change answers with the whole register. */
  const take = (
    outcome: CommandOutcome<'register/add' | 'register/remove' | 'register/refresh'>,
  ): CommandFailure | null => {
    if (!outcome.ok) return outcome.error
    enterprises.value = outcome.value
    state.value = 'ready'
    return null
  }

  const add = async (enterprise: CommandInput<'register/add'>): Promise<CommandFailure | null> =>
    take(await command('register/add', enterprise))

  const remove = async (enterpriseGlobalId: string): Promise<CommandFailure | null> =>
    take(await command('register/remove', { enterpriseGlobalId }))

  const refresh = async (): Promise<CommandFailure | null> => {
    refreshing.value = true
    const failed = take(await command('register/refresh'))
    refreshing.value = false
    return failed
  }

  onScopeDispose(onEvent('records/refreshed', () => void load()))

  return {
    enterprises,
    state,
    failure,
    refreshing,
    chosenId,
    choose,
    nameOf,
    load,
    loadOnce,
    add,
    remove,
    refresh,
  }
})
