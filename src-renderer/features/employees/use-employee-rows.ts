import { computed, ref, watch } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEmployeesStore } from '../../app/stores/employees-store'
import { useEmployeeSearch } from '../../app/use-employee-search'

const nobody: readonly EmployeeRecord[] = []

/**
 * Which employees are shown. While the list is not whole the platform itself is searched, as it knows those too whom
 * nobody has read yet; afterwards the table filters by itself.
 */
export const useEmployeeRows = () => {
  const employees = useEmployeesStore()
  const text = ref('')
  /** A department's number; empty for all. */
  const department = ref('')
  const showsDeleted = ref(false)

  const search = useEmployeeSearch(
    () => employees.enterpriseGlobalId,
    () => (department.value === '' ? null : department.value),
  )
  const asksPlatform = computed(
    () => employees.list !== null && !employees.list.isComplete && text.value.trim() !== '',
  )
  watch([text, department, asksPlatform, () => employees.enterpriseGlobalId], () => {
    if (asksPlatform.value) search.searchSoon(text.value)
    else search.forget()
  })

  const listed = computed(() => employees.list?.rows ?? nobody)
  const deleted = computed(() => listed.value.filter((one) => one.deleted === true).length)
  const rows = computed(() => {
    const all = asksPlatform.value ? search.rows.value : listed.value
    const isAll = department.value === '' && (showsDeleted.value || deleted.value === 0)
    if (isAll) return all
    return all.filter(
      (one) =>
        (showsDeleted.value || one.deleted !== true) &&
        (department.value === '' || one.departmentId === department.value),
    )
  })

  return {
    text,
    department,
    showsDeleted,
    deleted,
    rows,
    search,
    asksPlatform,
    /** What the table looks for by itself; the platform has done it already otherwise. */
    tableText: computed(() => (asksPlatform.value ? '' : text.value)),
    isFiltered: computed(() => text.value.trim() !== '' || department.value !== ''),
    clear: (): void => {
      text.value = ''
      department.value = ''
    },
  }
}
