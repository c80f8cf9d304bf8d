import { computed, ref, shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { maxSliceLength } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import type { Outcome } from '#shared/outcome'

interface LoaderOptions<Of extends Slice<unknown>> {
  /** Within a version, rows are only appended: a load continues behind the rows that are loaded. */
  readonly grows?: boolean
  /**
   * Whether the rows loaded so far are shown; without it, once all of them are loaded.
   * @param shown the last slice that is shown and the number of its rows, or null
   */
  readonly isShown?: (
    slice: Of,
    loaded: number,
    shown: { readonly slice: Of; readonly rows: number } | null,
  ) => boolean
}

/**
 * A long list from main. It is loaded in slices that fit into a frame, and from the start if its version has changed
 * meanwhile. The loaded rows stay while a later load runs, and if that one fails. A load that is asked for while one
 * runs follows it, and both end together.
 */
export const useListLoader = <Of extends Slice<unknown>>(
  fetch: (from: number, limit: number) => Promise<Outcome<Of, CommandFailure>>,
  { grows = false, isShown = (slice, loaded) => loaded >= slice.total }: LoaderOptions<Of> = {},
) => {
  const rows = shallowRef<Of['rows']>([]) as ShallowRef<Of['rows']>
  /** The last slice has the facts about the whole list; null before the first load. */
  const last = shallowRef<Of | null>(null) as ShallowRef<Of | null>
  const failure = shallowRef<CommandFailure | null>(null)
  const isLoading = ref(false)
  let loaded: { readonly version: number; readonly rows: Of['rows'][number][] } | null = null
  /** Counts the lists: what arrives for an earlier one is dropped. */
  let list = 0
  let isAskedFor = false
  let current: Promise<void> | null = null
  let changes: (() => void)[] = []

  const show = (slice: Of, all: Of['rows']): void => {
    const isSame = last.value?.version === slice.version && rows.value.length === all.length
    if (!grows || !isSame) rows.value = grows ? all.slice() : all
    last.value = slice
  }
  /** All rows with those of the slice; null if the list has changed meanwhile and is read from its beginning. */
  const withSlice = (slice: Of): Of['rows'][number][] | null => {
    const before = loaded?.rows.length ?? 0
    if (loaded?.version !== slice.version) loaded = { version: slice.version, rows: [] }
    if (before > 0 && loaded.rows.length === 0) return null
    for (const row of slice.rows) loaded.rows.push(row)
    return loaded.rows
  }
  const readSlices = async (own: number): Promise<void> => {
    if (!grows) loaded = null
    for (;;) {
      const outcome = await fetch(loaded?.rows.length ?? 0, maxSliceLength)
      if (own !== list) return
      if (!outcome.ok) {
        failure.value = outcome.error
        return
      }
      const slice = outcome.value
      const all = withSlice(slice)
      if (all === null) continue
      const count = all.length
      const isEnd = count >= slice.total || slice.rows.length === 0
      const shown = last.value === null ? null : { slice: last.value, rows: rows.value.length }
      if (isShown(isEnd ? { ...slice, total: count } : slice, count, shown)) show(slice, all)
      if (isEnd) failure.value = null
      if (isEnd) return
    }
  }
  const readWhileAsked = async (): Promise<void> => {
    const own = list
    isLoading.value = true
    while (isAskedFor) {
      isAskedFor = false
      await readSlices(own)
      // The load of another list took its place.
      if (own !== list) return current ?? undefined
      for (const change of changes.splice(0)) if (last.value !== null) change()
    }
    current = null
    isLoading.value = false
  }
  const load = (): Promise<void> => {
    isAskedFor = true
    current ??= readWhileAsked()
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
    loadOnce: async (): Promise<void> => {
      if (last.value === null) await (current ?? load())
    },
    /**
     * Applies a change to the rows, after the load that runs: it may have read them before. A list that was never
     * loaded has nothing to change.
     */
    whenLoaded: (change: () => void): void => {
      if (current !== null) changes.push(change)
      else if (last.value !== null) change()
    },
    /** Another list is loaded next. */
    clear: (): void => {
      list += 1
      isAskedFor = false
      current = null
      isLoading.value = false
      changes = []
      loaded = null
      rows.value = []
      last.value = null
      failure.value = null
    },
  }
}
