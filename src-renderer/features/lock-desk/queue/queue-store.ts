import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput } from '#shared/bridge/commands'
import type { OfflineQueue, QueuedChange } from '#shared/model/changes/queued-change'
import { usePlatformStore } from '../../../stores/platform-store'
import { command, onEvent } from '../../../bridge'

/** A batch is sent in bursts. */
const batchDelayMs = 100

const nothing: OfflineQueue = { changes: [], ended: [], isChecking: false }

/** Disable and enable requests that wait for the connection. */
export const useQueueStore = defineStore('queue', () => {
  const platform = usePlatformStore()
  const outbox = shallowRef<OfflineQueue>(nothing)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('outbox/list')
    if (outcome.ok) outbox.value = outcome.value
  }

  /** Stores only the failure: the following event carries the new queue. */
  const track = <Outcome extends { readonly ok: boolean }>(outcome: Outcome): Outcome => {
    failure.value = outcome.ok ? null : (outcome as unknown as { error: CommandFailure }).error
    void load()
    return outcome
  }

  const add = async (input: CommandInput<'outbox/add'>) => track(await command('outbox/add', input))
  const cancel = async (ids: readonly string[]) => track(await command('outbox/cancel', { ids: [...ids] }))
  const release = async (ids: readonly string[]) => track(await command('outbox/release', { ids: [...ids] }))
  const dismiss = async () => track(await command('outbox/dismiss'))

  /** The queued change of a lock, by its asset number or the number on its shell. */
  const changeOf = (numbers: readonly (string | null)[]): QueuedChange | null =>
    outbox.value.changes.find(
      ({ assetNum, shellNumber }) =>
        numbers.includes(assetNum) || (shellNumber !== null && numbers.includes(shellNumber)),
    ) ?? null

  let batchTimer: ReturnType<typeof setTimeout> | undefined
  onEvent('outbox/changed', () => {
    batchTimer ??= setTimeout(() => {
      batchTimer = undefined
      void load()
    }, batchDelayMs)
  })
  onScopeDispose(() => clearTimeout(batchTimer))

  return {
    outbox,
    failure,
    changeOf,
    /** Whether a change may be queued: only while the platform is unreachable. */
    mayQueue: computed(() => platform.status?.state === 'unreachable'),
    load,
    add,
    cancel,
    release,
    dismiss,
  }
})
