import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import { maxSliceLength } from '#shared/model/slices'
import type { EmployeeSlice } from '#shared/bridge/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { command, onEvent } from '../../bridge'

export interface EmployeeList extends Omit<EmployeeSlice, 'rows'> {
  readonly rows: readonly EmployeeRecord[]
}

/**
 * While pages arrive, the list is rendered each time it has grown by a fifth, because each update sorts it
 * again.
 */
const renderGrowth = 1.2

/** The employees of one enterprise, as far as main has read the platform's pages. */
export const useEmployeesStore = defineStore('employees', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const list = shallowRef<EmployeeList | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const isLoading = ref(false)
  /** The current read: employees read so far, of the total. */
  const progress = ref<{ readonly count: number; readonly total: number } | null>(null)
  /** The rows loaded from one version, which only grows at its end; a newer version starts over. */
  let loaded: { readonly version: number; readonly rows: EmployeeRecord[] } | null = null
  let needsReload = false

  const show = (slice: EmployeeSlice, rows: readonly EmployeeRecord[]): void => {
    const shown = list.value
    const isWhole = rows.length >= slice.count
    // A complete list is shown until its replacement is complete; an incomplete one is shown as it grows.
    const isGrowing = shown === null || !shown.isComplete || shown.version === slice.version
    if (!isWhole && (!isGrowing || rows.length < (shown?.rows.length ?? 0) * renderGrowth)) return
    const hasGrownLittle = shown?.version === slice.version && rows.length < shown.rows.length * renderGrowth
    if (hasGrownLittle && slice.isReading && !slice.isComplete) return
    const isSame = shown?.version === slice.version && shown.rows.length === rows.length
    list.value = { ...slice, rows: isSame ? shown.rows : rows.slice() }
  }

  /** Loads the remaining rows in slices that fit into a frame. */
  const loadRemaining = async (id: string): Promise<void> => {
    for (;;) {
      const rows = loaded?.rows ?? []
      const outcome = await command('employees/list', {
        enterpriseGlobalId: id,
        from: rows.length,
        limit: maxSliceLength,
      })
      if (enterpriseGlobalId.value !== id) return
      if (!outcome.ok) {
        failure.value = outcome.error
        return
      }
      const slice = outcome.value
      if (loaded !== null && loaded.version !== slice.version && rows.length > 0) {
        loaded = null
        continue
      }
      for (const row of slice.rows) rows.push(row)
      loaded = { version: slice.version, rows }
      failure.value = null
      show(slice, rows)
      if (rows.length >= slice.count || slice.rows.length === 0) return
    }
  }

  const load = async (): Promise<void> => {
    needsReload = true
    if (isLoading.value) return
    isLoading.value = true
    while (needsReload && enterpriseGlobalId.value !== null) {
      needsReload = false
      await loadRemaining(enterpriseGlobalId.value)
    }
    isLoading.value = false
  }

  const showEmployeesOf = async (id: string): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      list.value = null
      failure.value = null
      progress.value = null
      loaded = null
    }
    await load()
  }

  const refresh = async (): Promise<CommandFailure | null> => {
    const id = enterpriseGlobalId.value
    if (id === null) return null
    const outcome = await command('employees/refresh', { enterpriseGlobalId: id })
    return outcome.ok ? null : outcome.error
  }

  onEvent('employees/changed', ({ enterpriseGlobalId: changed, count, total, isReading }) => {
    if (changed !== enterpriseGlobalId.value) return
    progress.value = isReading ? { count, total } : null
    if (list.value !== null || failure.value !== null) void load()
  })

  return { enterpriseGlobalId, list, failure, isLoading, progress, show: showEmployeesOf, load, refresh }
})
