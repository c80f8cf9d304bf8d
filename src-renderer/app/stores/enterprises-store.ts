import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome, RegisteredEnterprise } from '#shared/commands'
import { command, onEvent } from '../../bridge'
import type { EnterpriseChoice } from '../find-enterprises'
import { gathered } from '../gathered'
import { readSlices } from './read-slices'

const gatherFor = 1_000
/** Thousands of enterprises take a while to come over: reading them takes no more than its share of the time. */
const restPerLoad = 20

const choiceFields = ['value', 'label', 'channelCode', 'channelCustomerId'] as const
const choiceOf = (one: RegisteredEnterprise): EnterpriseChoice => ({
  value: one.enterpriseGlobalId,
  label: one.enterpriseName ?? one.enterpriseGlobalId,
  channelCode: one.channelCode,
  channelCustomerId: one.channelCustomerId,
})

/** The register of enterprises on whose lists locks are looked up. */
export const useEnterprisesStore = defineStore('enterprises', () => {
  const enterprises = shallowRef<readonly RegisteredEnterprise[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = ref<CommandFailure | null>(null)
  const refreshing = ref(false)
  const wanted = ref<string | null>(null)
  /** The enterprise that the pages of people and assets show: the one chosen last, or the first. */
  const chosenId = computed<string | null>(
    () =>
      (wanted.value !== null && byId.value.has(wanted.value)
        ? wanted.value
        : enterprises.value[0]?.enterpriseGlobalId) ?? null,
  )
  const choose = (enterpriseGlobalId: string): void => void (wanted.value = enterpriseGlobalId)
  const byId = computed(() => new Map(enterprises.value.map((one) => [one.enterpriseGlobalId, one])))
  const nameOf = (enterpriseGlobalId: string | null): string | null =>
    (enterpriseGlobalId === null ? null : byId.value.get(enterpriseGlobalId)?.enterpriseName) ?? null
  /** To choose from. The same list as before where only ages and counts are others: what it is searched in stays made. */
  const choices = computed<readonly EnterpriseChoice[]>((before) => {
    const now = enterprises.value.map(choiceOf)
    const isSame =
      before?.length === now.length &&
      now.every((one, at) => {
        const old = before[at]
        return old !== undefined && choiceFields.every((field) => old[field] === one[field])
      })
    return isSame ? before : now
  })

  let newest = 0
  let loading: Promise<void> = Promise.resolve()
  const read = async (mine: number): Promise<void> => {
    const outcome = await readSlices(
      (from, limit) => command('register/list', { from, limit }),
      ({ total }) => total,
      () => mine === newest,
    )
    // Whoever waits for this reading waits for what it was to bring.
    if (outcome === null) return loading
    if (outcome.ok) {
      enterprises.value = outcome.value.rows
      state.value = 'ready'
    } else if (state.value !== 'ready') {
      failure.value = outcome.error
      state.value = 'failed'
    }
  }
  const load = (): Promise<void> => {
    newest += 1
    loading = read(newest)
    return loading
  }

  const loadOnce = async (): Promise<void> => {
    if (state.value !== 'ready') await load()
  }

  /** A change is over when its register is here. */
  const follow = async (
    outcome: CommandOutcome<'register/add' | 'register/remove' | 'register/refresh'>,
  ): Promise<CommandFailure | null> => {
    if (!outcome.ok) return outcome.error
    await load()
    return null
  }

  const add = async (enterprise: CommandInput<'register/add'>): Promise<CommandFailure | null> =>
    follow(await command('register/add', enterprise))

  const remove = async (enterpriseGlobalId: string): Promise<CommandFailure | null> =>
    follow(await command('register/remove', { enterpriseGlobalId }))

  const refresh = async (): Promise<CommandFailure | null> => {
    refreshing.value = true
    const failed = await follow(await command('register/refresh'))
    refreshing.value = false
    return failed
  }

  // Each enterprise whose lists were read says so; of thousands only those are asked for again.
  const refreshed = new Set<string>()
  const catchUp = async (): Promise<void> => {
    const ids = [...refreshed]
    refreshed.clear()
    if (state.value !== 'ready' || ids.some((id) => !byId.value.has(id))) {
      await load()
      return
    }
    const outcome = await command('register/some', { enterpriseGlobalIds: ids })
    if (!outcome.ok) return
    if (outcome.value.length < ids.length) {
      await load()
      return
    }
    const now = new Map(outcome.value.map((one) => [one.enterpriseGlobalId, one]))
    enterprises.value = enterprises.value.map((one) => now.get(one.enterpriseGlobalId) ?? one)
  }
  const following = gathered(catchUp, gatherFor, restPerLoad)
  const unsubscribe = onEvent('records/refreshed', ({ enterpriseGlobalId }) => {
    refreshed.add(enterpriseGlobalId)
    following.ask()
  })
  onScopeDispose(() => {
    unsubscribe()
    following.stop()
  })

  return {
    enterprises,
    state,
    failure,
    refreshing,
    byId,
    choices,
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
