import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { OrderRow } from '#shared/model/changes/work-order'
import { command } from '../../bridge'
import type { Selection } from '../../ui/table/selection'
import type { FileBytes } from './use-open-result'

/** The rows of the open order, as they would be sent now, and which of them are carried out. */
export const useOrderRows = () => {
  const rows = shallowRef<readonly OrderRow[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = shallowRef<CommandFailure | null>(null)
  /** The keys of the rows that are carried out. */
  const selected = ref<Selection>(new Set())
  const sendable = computed(() => rows.value.filter(({ unsent }) => unsent === null))
  const leftOutKeys = (): string[] =>
    sendable.value.map((row) => row.key).filter((key) => !selected.value.has(key))

  return {
    rows,
    state,
    failure,
    selected,
    sendable,
    leftOutKeys,
    /** What is left out stays so. The rows of an order that is not open any more are dropped. */
    check: async (bytes: FileBytes, isOpen: () => boolean): Promise<void> => {
      state.value = 'loading'
      failure.value = null
      const outcome = await command('work-orders/check', { bytes })
      if (!isOpen()) return
      state.value = outcome.ok ? 'ready' : 'failed'
      if (!outcome.ok) {
        failure.value = outcome.error
        return
      }
      const leftOut = new Set(leftOutKeys())
      rows.value = outcome.value
      selected.value = new Set(sendable.value.map((row) => row.key).filter((key) => !leftOut.has(key)))
    },
    clear: (): void => void (rows.value = []),
  }
}
