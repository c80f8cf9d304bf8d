import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import type { CommandFailure } from '#shared/bridge/commands'
import type { EmployeeSlice } from '#shared/bridge/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { succeed } from '#shared/outcome'
import { command, onEvent } from '../../bridge'
import { useListLoader } from '../../stores/use-list-loader'

export interface EmployeeList extends Omit<EmployeeSlice, 'rows' | 'total'> {
  readonly rows: readonly EmployeeRecord[]
}

/**
 * While pages arrive, the list is rendered each time it has grown by a fifth, because each update sorts it
 * again.
 */
const renderGrowth = 1.2

/** A complete list is shown until its replacement is complete; an incomplete one is shown as it grows. */
const isShown = (
  slice: EmployeeSlice,
  loaded: number,
  shown: { readonly slice: EmployeeSlice; readonly rows: number } | null,
): boolean => {
  if (shown === null) return true
  const hasGrown = loaded >= shown.rows * renderGrowth
  const isSame = shown.slice.version === slice.version
  if (loaded < slice.count) return hasGrown && (isSame || !shown.slice.isComplete)
  return hasGrown || !isSame || slice.isComplete || !slice.isReading
}

/** The employees of one enterprise, as far as main has read the platform's pages. */
export const useEmployeesStore = defineStore('employees', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const { rows, last, failure, isLoading, load, clear } = useListLoader(
    async (from, limit) => {
      const id = enterpriseGlobalId.value ?? ''
      const outcome = await command('employees/list', { enterpriseGlobalId: id, from, limit })
      // The platform's total includes employees that main has not read yet.
      return outcome.ok ? succeed({ ...outcome.value, total: outcome.value.count }) : outcome
    },
    { grows: true, isShown },
  )
  const list = computed<EmployeeList | null>(() =>
    last.value === null ? null : { ...last.value, rows: rows.value },
  )
  /** The current read: employees read so far, of the total. */
  const progress = ref<{ readonly count: number; readonly total: number } | null>(null)

  const show = async (id: string): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      progress.value = null
      clear()
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

  return { enterpriseGlobalId, list, failure, isLoading, progress, show, load, refresh }
})
