import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref } from 'vue'
import type { CommandFailure, CommandInput, CommandOutcome } from '#shared/bridge/commands'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import type { Name } from '#shared/model/name'
import { command, onEvent } from '../../bridge'
import type { EnterpriseChoice } from './find-enterprises'
import { throttle } from '../../ui/throttle'
import { useListLoader } from '../../stores/use-list-loader'

const batchDelayMs = 1_000
/** Transferring thousands of enterprises takes a while; this limits the share of time spent on it. */
const pausePerLoad = 20

const choiceFields = ['value', 'label', 'channelCode', 'channelCustomerId'] as const
const choiceOf = (enterprise: RegisteredEnterprise): EnterpriseChoice => ({
  value: enterprise.enterpriseGlobalId,
  label: enterprise.enterpriseName ?? enterprise.enterpriseGlobalId,
  channelCode: enterprise.channelCode,
  channelCustomerId: enterprise.channelCustomerId,
})

/** The known enterprises, whose lists are searched for locks. */
export const useEnterprisesStore = defineStore('enterprises', () => {
  const {
    rows: enterprises,
    state,
    failure,
    load,
    loadOnce,
  } = useListLoader((from, limit) => command('enterprises/list', { from, limit }))
  const refreshing = ref(false)
  const chosen = ref<string | null>(null)
  /** The enterprise shown on the employee and asset pages: the last choice, or the first one. */
  const chosenId = computed<string | null>(
    () =>
      (chosen.value !== null && byId.value.has(chosen.value)
        ? chosen.value
        : enterprises.value[0]?.enterpriseGlobalId) ?? null,
  )
  const choose = (enterpriseGlobalId: string): void => void (chosen.value = enterpriseGlobalId)
  const byId = computed(
    () => new Map(enterprises.value.map((enterprise) => [enterprise.enterpriseGlobalId, enterprise])),
  )
  const nameOf = (enterpriseGlobalId: string | null): Name | null =>
    (enterpriseGlobalId === null ? null : byId.value.get(enterpriseGlobalId)?.enterpriseName) ?? null
  /**
   * The enterprises to choose from. The same array is kept if only times and counts changed, so that its search
   * index stays valid.
   */
  const choices = computed<readonly EnterpriseChoice[]>((before) => {
    const now = enterprises.value.map(choiceOf)
    const isSame =
      before?.length === now.length &&
      now.every((choice, at) => {
        const old = before[at]
        return old !== undefined && choiceFields.every((field) => old[field] === choice[field])
      })
    return isSame ? before : now
  })

  /** A change is finished when the updated list is loaded. */
  const follow = async (
    outcome: CommandOutcome<'enterprises/add' | 'enterprises/remove' | 'enterprises/refresh'>,
  ): Promise<CommandFailure | null> => {
    if (!outcome.ok) return outcome.error
    await load()
    return null
  }

  const add = async (enterprise: CommandInput<'enterprises/add'>): Promise<CommandFailure | null> =>
    follow(await command('enterprises/add', enterprise))

  const remove = async (enterpriseGlobalId: string): Promise<CommandFailure | null> =>
    follow(await command('enterprises/remove', { enterpriseGlobalId }))

  const refresh = async (): Promise<CommandFailure | null> => {
    refreshing.value = true
    const failed = await follow(await command('enterprises/refresh'))
    refreshing.value = false
    return failed
  }

  // Each enterprise reports its refresh by event; only those enterprises are requested again.
  const refreshed = new Set<string>()
  const catchUp = async (): Promise<void> => {
    const ids = [...refreshed]
    refreshed.clear()
    if (state.value !== 'ready' || ids.some((id) => !byId.value.has(id))) {
      await load()
      return
    }
    const outcome = await command('enterprises/read', { enterpriseGlobalIds: ids })
    if (!outcome.ok) return
    if (outcome.value.length < ids.length) {
      await load()
      return
    }
    const now = new Map(outcome.value.map((enterprise) => [enterprise.enterpriseGlobalId, enterprise]))
    enterprises.value = enterprises.value.map(
      (enterprise) => now.get(enterprise.enterpriseGlobalId) ?? enterprise,
    )
  }
  const following = throttle(catchUp, batchDelayMs, pausePerLoad)
  onEvent('records/refreshed', ({ enterpriseGlobalId }) => {
    refreshed.add(enterpriseGlobalId)
    following.schedule()
  })
  onScopeDispose(following.stop)

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
