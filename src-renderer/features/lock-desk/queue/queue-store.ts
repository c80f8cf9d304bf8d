import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure, CommandInput } from '#shared/commands'
import type { Outbox } from '#shared/outbox-commands'
import { usePlatformStore } from '../../../app/stores/platform-store'
import { command, onEvent } from '../../../bridge'

/** A batch leaves in bursts. */
const gatherFor = 100

const nothing: Outbox = { changes: [], ended: [], isChecking: false }

/** Disables and enables that wait for the connection. */
export const useQueueStore = defineStore('queue', () => {
  const platform = usePlatformStore()
  const outbox = shallowRef<Outbox>(nothing)
  const failure = ref<CommandFailure | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await command('outbox/list')
    if (outcome.ok) outbox.value = outcome.value
  }

  /** What the command's answer left behind is told by the event that follows it. */
  const noting = <Told extends { readonly ok: boolean }>(outcome: Told): Told => {
    failure.value = outcome.ok ? null : (outcome as unknown as { error: CommandFailure }).error
    void load()
    return outcome
  }

  const add = async (asked: CommandInput<'outbox/queue'>) => noting(await command('outbox/queue', asked))
  const withdraw = async (ids: readonly string[]) =>
    noting(await command('outbox/withdraw', { ids: [...ids] }))
  const release = async (ids: readonly string[]) => noting(await command('outbox/release', { ids: [...ids] }))
  const putAway = async () => noting(await command('outbox/put-away'))

  let gathering: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onEvent('outbox/changed', () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void load()
    }, gatherFor)
  })
  onScopeDispose(() => {
    unsubscribe()
    clearTimeout(gathering)
  })

  return {
    outbox,
    failure,
    /** Whether a change may be put by: only where the platform cannot be reached. */
    mayQueue: computed(() => platform.status?.state === 'unreachable'),
    load,
    add,
    withdraw,
    release,
    putAway,
  }
})
