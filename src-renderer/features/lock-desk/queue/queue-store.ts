import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { CommandArguments } from '#shared/bridge/channels'
import type { CommandInput } from '#shared/bridge/commands'
import type { Name } from '#shared/model/name'
import type { OfflineQueue, QueuedChange } from '#shared/model/changes/queued-change'
import { usePlatformStore } from '../../../stores/platform-store'
import { command, onEvent } from '../../../bridge'
import { oncePerSeries } from '../../../once-per-series'
import { useRequest } from '../../../use-command'

/** A batch is sent in bursts. */
const batchDelayMs = 100

const nothing: OfflineQueue = { changes: [], ended: [], isChecking: false }

/** Disable and enable requests that wait for the connection. */
export const useQueueStore = defineStore('queue', () => {
  const platform = usePlatformStore()
  const outbox = shallowRef<OfflineQueue>(nothing)
  const { run, failure } = useRequest()

  const load = async (): Promise<void> => {
    const outcome = await command('outbox/list')
    if (outcome.ok) outbox.value = outcome.value
  }

  /** The new queue comes by the following event. */
  const change = async <Name extends 'add' | 'cancel' | 'release' | 'dismiss'>(
    name: `outbox/${Name}`,
    ...input: CommandArguments<`outbox/${Name}`>
  ) => {
    const outcome = await run(() => command(name, ...input))
    void load()
    return outcome
  }
  const add = (input: CommandInput<'outbox/add'>) => change('outbox/add', input)
  const cancel = (ids: readonly string[]) => change('outbox/cancel', { ids: [...ids] })
  const release = oncePerSeries(
    (ids: readonly string[], operatorIdentity: Name) =>
      change('outbox/release', { ids: [...ids], operatorIdentity }),
    { keyOf: (ids) => ids.join() },
  )
  const dismiss = () => change('outbox/dismiss')

  /**
   * The queued change of a lock, by the number on its shell, and by its asset number once that is known: another asset may
   * have the same digits.
   */
  const changeOf = ([number = null, asset = null]: readonly (string | null)[]): QueuedChange | null =>
    outbox.value.changes.find(
      ({ assetNum, shellNumber }) =>
        assetNum === number ||
        assetNum === asset ||
        (asset === null && number !== null && shellNumber === number),
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
    /** What is not sent yet, and how much of it waits for a decision. */
    counts: computed(() => ({
      all: outbox.value.changes.length,
      held: outbox.value.changes.filter(({ state }) => state === 'held').length,
    })),
    /** Whether a change may be queued: only while the platform is unreachable. */
    mayQueue: computed(() => platform.status?.state === 'unreachable'),
    load,
    add,
    cancel,
    release,
    dismiss,
  }
})
