import { computed, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useEmployeesStore } from '../../../entities/employee/employees-store'
import type { SlicedWork } from '../../../ui/table/use-sliced-work'
import { departmentsOf } from '../departments'
import { useEmployeeContextStore } from '../employee-context-store'
import { createRowCheck } from './check-rows'
import type { CheckContext, CheckedRow } from './check-rows'
import type { ImportRow } from './import-rows'

/** Of an enterprise whose employees are not shown, nothing is known. */
export const noDepartments = departmentsOf([], 'en')
const nothingKnown: CheckContext = { departments: noDepartments, code: null, accounts: new Set() }
const unchecked: CheckedRow = { findings: [], validity: 'ready' }

/** Checks the rows again whenever they, or what is known of their enterprise, change. */
export const useRowChecks = (
  rows: Readonly<Ref<readonly ImportRow[]>>,
  enterpriseGlobalId: Readonly<Ref<string | null>>,
  work: Pick<SlicedWork, 'run'>,
) => {
  const employees = useEmployeesStore()
  const known = useEmployeeContextStore()
  const check = createRowCheck()
  const checked = shallowRef<readonly CheckedRow[]>([])
  /** What the rows were last compared with. Another enterprise may be shown since, which has other departments. */
  const context = shallowRef<CheckContext | null>(null)

  const checkAll = (): void => {
    if (employees.enterpriseGlobalId === enterpriseGlobalId.value) {
      const { departments, code, accounts } = known
      context.value = { departments, code, accounts }
    }
    context.value ??= nothingKnown
    work.run(check(rows.value, context.value), (result) => (checked.value = result))
  }
  watch([rows, () => known.departments, () => known.code, () => known.accounts], () => {
    if (rows.value.length > 0) checkAll()
  })

  return {
    of: ({ id }: ImportRow): CheckedRow => checked.value[id] ?? unchecked,
    /** The departments of the enterprise of the rows; null before the first check. */
    departments: computed(() => context.value?.departments ?? null),
    clear: (): void => {
      checked.value = []
      context.value = null
    },
  }
}
