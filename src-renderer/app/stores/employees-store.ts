import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { CommandFailure } from '#shared/commands'
import type { EmployeeSlice } from '#shared/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { command, onEvent } from '../../bridge'
import { readSlices } from './read-slices'

export interface EmployeeList extends Omit<EmployeeSlice, 'rows'> {
  readonly rows: readonly EmployeeRecord[]
}

/** The employees of one enterprise, as far as main has read the platform's pages. */
export const useEmployeesStore = defineStore('employees', () => {
  const enterpriseGlobalId = ref<string | null>(null)
  const list = shallowRef<EmployeeList | null>(null)
  const failure = ref<CommandFailure | null>(null)
  const isLoading = ref(false)
  /** How many of how many have been read by the reading under way. */
  const progress = ref<{ readonly count: number; readonly total: number } | null>(null)
  let newest = 0

  const load = async (): Promise<void> => {
    const id = enterpriseGlobalId.value
    if (id === null) return
    newest += 1
    const mine = newest
    isLoading.value = true
    const outcome = await readSlices(
      (from, limit) => command('employees/list', { enterpriseGlobalId: id, from, limit }),
      ({ count }) => count,
      () => mine === newest,
    )
    if (outcome === null) return
    isLoading.value = false
    if (outcome.ok) {
      const { rows, last } = outcome.value
      list.value = { ...last, rows }
      failure.value = null
    } else failure.value = outcome.error
  }

  const show = async (id: string): Promise<void> => {
    if (enterpriseGlobalId.value !== id) {
      enterpriseGlobalId.value = id
      list.value = null
      progress.value = null
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
      if (list.value !== null) void load()
    }),
  )

  return { enterpriseGlobalId, list, failure, isLoading, progress, show, load, refresh }
})
