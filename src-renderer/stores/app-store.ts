import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { AppDescription, Notice } from '#shared/bridge/app-commands'
import { noPolicy } from '#shared/model/app/policy'
import type { ManagedSetting, Permission } from '#shared/model/app/policy'
import { command, onEvent } from '../bridge'

/** Facts about the app: versions, training mode, notices from the start. */
export const useAppStore = defineStore('app', () => {
  const description = ref<AppDescription | null>(null)
  const notices = ref<readonly Notice[]>([])
  /** No change is sent to the open platform; main refuses all of them. */
  const isLookOnly = ref(false)

  const load = async (): Promise<void> => {
    const outcome = await command('app/describe')
    if (!outcome.ok) return
    description.value = outcome.value
    notices.value = outcome.value.notices
    isLookOnly.value = outcome.value.lookOnly !== undefined
  }

  const policyState = computed(() => description.value?.policy ?? noPolicy)
  const policy = computed(() => policyState.value.policy)

  const dismiss = async (id: string): Promise<void> => {
    notices.value = notices.value.filter((notice) => notice.id !== id)
    await command('app/dismiss-notice', { id })
  }

  /** Of the last ten minutes, as main counts them. */
  const changesWithoutOrder = ref(0)
  const readChangesWithoutOrder = async (): Promise<void> => {
    if (policy.value.maxRowsWithoutWorkOrder === undefined) return
    const outcome = await command('jobs/without-order')
    if (outcome.ok) changesWithoutOrder.value = outcome.value
  }
  const needsWorkOrder = (changes: number): boolean =>
    changes > 0 && changesWithoutOrder.value + changes > (policy.value.maxRowsWithoutWorkOrder ?? Infinity)
  const isOverJobLimit = (items: number): boolean =>
    isLookOnly.value || items > (policy.value.maxRowsPerJob ?? Infinity)

  onEvent('environments/changed', ({ lookOnly }) => (isLookOnly.value = lookOnly !== undefined))
  onEvent('app/notices', (update) => (notices.value = update))
  onEvent('jobs/changed', ({ state }) => void (state === 'ended' && readChangesWithoutOrder()))

  return {
    description,
    notices,
    training: computed(() => description.value?.training === true),
    simulatedLocks: computed(() => description.value?.simulatedLocks === true),
    policyState,
    policy,
    /** Whether the organization's policy sets this setting. */
    isManaged: (name: ManagedSetting): boolean => policy.value[name] !== undefined,
    isLookOnly,
    /** Whether the organization's policy, or a platform that is look only, forbids this; main refuses it. */
    isForbidden: (permission: Permission): boolean => isLookOnly.value || policy.value[permission] === false,
    /** The text key of the reason, where something is forbidden. */
    forbiddenReason: computed(() => (isLookOnly.value ? 'common.lookOnly' : 'common.managed')),
    /** Main refuses a job with more locks, assets, numbers, employees or orders; null if there is no such limit. */
    maxRowsPerJob: computed(() => policy.value.maxRowsPerJob ?? null),
    isOverJobLimit,
    /** Main refuses more changes without a signed work order; null if there is no such limit. */
    maxRowsWithoutWorkOrder: computed(() => policy.value.maxRowsWithoutWorkOrder ?? null),
    needsWorkOrder,
    /** Main cannot know how many changes there were, and allows none for ten minutes. */
    areChangesUnknown: computed(() => changesWithoutOrder.value === Infinity),
    readChangesWithoutOrder,
    /** Main refuses the items of a job, or their changes without a work order; `ManagedLimit` says why. */
    isOverLimit: (items: number, changes: number): boolean =>
      isOverJobLimit(items) || needsWorkOrder(changes),
    isPageHidden: (page: string): boolean => policy.value.hiddenPages?.some((name) => name === page) === true,
    load,
    dismiss,
  }
})
