import { computed, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { maxSliceLength } from '#shared/model/slices'
import type { Outcome } from '#shared/outcome'

interface Slice {
  readonly rows: readonly unknown[]
  readonly version: number
  /** The number of rows in main. */
  readonly total: number
}

/**
 * A long list from main. It is loaded in slices that fit into a frame, and from the start if main has reloaded
 * it meanwhile. The loaded rows stay while a later load runs, and if that one fails.
 */
export const useListLoader = <Of extends Slice>(
  fetch: (from: number, limit: number) => Promise<Outcome<Of, CommandFailure>>,
) => {
  const rows = shallowRef<Of['rows']>([])
  /** The last slice has the facts about the whole list; null before the first load. */
  const last = shallowRef<Of | null>(null)
  const failure = shallowRef<CommandFailure | null>(null)
  const isLoading = ref(false)
  let newest = 0
  let current: Promise<void> = Promise.resolve()

  const read = async (loadNumber: number): Promise<void> => {
    let loaded: Of['rows'][number][] = []
    let version: number | null = null
    for (;;) {
      const outcome = await fetch(loaded.length, maxSliceLength)
      // A replaced load resolves with the newer one.
      if (loadNumber !== newest) return current
      if (!outcome.ok) {
        failure.value = outcome.error
        break
      }
      const slice = outcome.value
      if (version !== null && slice.version !== version) {
        version = null
        loaded = []
        continue
      }
      version = slice.version
      for (const row of slice.rows) loaded.push(row)
      if (loaded.length < slice.total && slice.rows.length > 0) continue
      rows.value = loaded
      last.value = slice
      failure.value = null
      break
    }
    isLoading.value = false
  }

  const load = (): Promise<void> => {
    newest += 1
    isLoading.value = true
    current = read(newest)
    return current
  }
  const state = computed(() => {
    if (last.value !== null) return 'ready'
    return failure.value === null ? 'loading' : 'failed'
  })

  return {
    rows,
    last,
    failure,
    isLoading,
    state,
    load,
    loadOnce: async () => {
      if (last.value === null) await load()
    },
    /** Another list is loaded next. */
    clear: (): void => {
      rows.value = []
      last.value = null
      failure.value = null
    },
  }
}
