import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import { longestSlice } from '#shared/list-commands'
import type { EmployeeSlice } from '#shared/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { command, onEvent } from '../../bridge'

export interface EmployeeList extends Omit<EmployeeSlice, 'rows'> {
  readonly rows: readonly EmployeeRecord[]
}

/** While pages arrive the list is shown again whenever it has grown by a fifth: each time it is sorted anew. */
const growth = 1.2

/** The employees of one enterprise, as far as main has read the platform's pages. */
export const useEmployeesStore = defineStore('employees', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const list = shallowRef<EmployeeList | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const isLoading = ref(false)
  /** How many of how many have been read by the reading under way. */
  const progress = ref<{ readonly count: number; readonly total: number } | null>(null)
  /** What was fetched of one version, which only grows at its end; a newer version begins again. */
  let fetched: { readonly version: number; readonly rows: EmployeeRecord[] } | null = null
  let isAskedAgain = false

  const show = (slice: EmployeeSlice, rows: readonly EmployeeRecord[]): void => {
    const shown = list.value
    const isWhole = rows.length >= slice.count
    // A whole list stands until the one that takes its place is whole; one that grows is shown as it grows.
    const isGrowing = shown === null || !shown.isComplete || shown.version === slice.version
    if (!isWhole && (!isGrowing || rows.length < (shown?.rows.length ?? 0) * growth)) return
    const isLittle = shown?.version === slice.version && rows.length < shown.rows.length * growth
    if (isLittle && slice.isReading && !slice.isComplete) return
    const isSame = shown?.version === slice.version && shown.rows.length === rows.length
    list.value = { ...slice, rows: isSame ? shown.rows : rows.slice() }
  }

  /** Fetches what there is beyond what was fetched, in slices that a frame has time for. */
  const readOn = async (id: string): Promise<void> => {
    for (;;) {
      const rows = fetched?.rows ?? []
      const outcome = await command('employees/list', {
        enterpriseGlobalId: id,
        from: rows.length,
        limit: longestSlice,
      })
      if (enterpriseGlobalId.value !== id) return
      if (!outcome.ok) {
        failure.value = outcome.error
        return
      }
      const slice = outcome.value
      if (fetched !== null && fetched.version !== slice.version && rows.length > 0) {
        fetched = null
        continue
      }
      for (const row of slice.rows) rows.push(row)
      fetched = { version: slice.version, rows }
      failure.value = null
      show(slice, rows)
      if (rows.length >= slice.count || slice.rows.length === 0) return
    }
  }

  const load = async (): Promise<void> => {
    isAskedAgain = true
    if (isLoading.value) return
    isLoading.value = true
    while (isAskedAgain && enterpriseGlobalId.value !== null) {
      isAskedAgain = false
      await readOn(enterpriseGlobalId.value)
    }
    isLoading.value = false
  }

  const showOf = async (id: string): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      list.value = null
      failure.value = null
      progress.value = null
      fetched = null
    }
    await load()
  }

  const refresh = async (): Promise<CommandFailure | null> => {
    const id = enterpriseGlobalId.value
    if (id === null) return null
    const outcome = await command('employees/refresh', { enterpriseGlobalId: id })
    return outcome.ok ? null : outcome.error
  }

  onScopeDispose(
    onEvent('employees/changed', ({ enterpriseGlobalId: changed, count, total, isComplete }) => {
      if (changed !== enterpriseGlobalId.value) return
      progress.value = isComplete ? null : { count, total }
      if (list.value !== null || failure.value !== null) void load()
    }),
  )

  return { enterpriseGlobalId, list, failure, isLoading, progress, show: showOf, load, refresh }
})
