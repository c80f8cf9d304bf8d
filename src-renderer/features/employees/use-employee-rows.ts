import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEmployeeSearch } from '../../entities/employee/use-employee-search'

const noEmployees: readonly EmployeeRecord[] = []

/**
 * The employees to show. While the list is incomplete the platform searches, because it knows all employees;
 * afterwards the table filters itself.
 */
export const useEmployeeRows = (text: Ref<string>) => {
  const employees = useEmployeesStore()
  /** A department's number; empty for all. */
  const department = ref('')
  const showsDeleted = ref(false)

  const search = useEmployeeSearch(
    () => employees.enterpriseGlobalId,
    () => (department.value === '' ? null : department.value),
  )
  const searchesPlatform = computed(
    () => employees.list !== null && !employees.list.isComplete && text.value.trim() !== '',
  )
  watch([text, department, searchesPlatform, () => employees.enterpriseGlobalId], () => {
    if (searchesPlatform.value) search.searchSoon(text.value)
    else search.clear()
  })

  const listed = computed(() => employees.list?.rows ?? noEmployees)
  const deleted = computed(() => listed.value.filter((employee) => employee.deleted === true).length)
  const rows = computed(() => {
    const all = searchesPlatform.value ? search.rows.value : listed.value
    const isAll = department.value === '' && (showsDeleted.value || deleted.value === 0)
    if (isAll) return all
    return all.filter(
      (employee) =>
        (showsDeleted.value || employee.deleted !== true) &&
        (department.value === '' || employee.departmentId === department.value),
    )
  })

  return {
    department,
    showsDeleted,
    deleted,
    listed,
    rows,
    search,
    searchesPlatform,
    /** The table's own filter text; empty if the platform has filtered. */
    tableText: computed(() => (searchesPlatform.value ? '' : text.value)),
    isFiltered: computed(() => text.value.trim() !== '' || department.value !== ''),
  }
}
