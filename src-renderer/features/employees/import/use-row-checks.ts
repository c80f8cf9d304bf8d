import { shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { useEmployeesStore } from '../../../entities/employee/employees-store'
import type { SlicedWork } from '../../../ui/table/use-sliced-work'
import { useEmployeeContextStore } from '../employee-context-store'
import { createRowCheck } from './check-rows'
import type { CheckContext, CheckedRow } from './check-rows'
import type { ImportRow } from './import-rows'

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
  /** The data of the last check, which is invalid for another enterprise. */
  let context: CheckContext | null = null

  const checkAll = (): void => {
    if (context === null || employees.enterpriseGlobalId === enterpriseGlobalId.value) {
      const { departments, code, accounts } = known
      context = { departments, code, accounts }
    }
    work.run(check(rows.value, context), (result) => (checked.value = result))
  }
  watch([rows, () => known.departments, () => known.code, () => known.accounts], () => {
    if (rows.value.length > 0) checkAll()
  })

  return {
    of: ({ id }: ImportRow): CheckedRow => checked.value[id] ?? unchecked,
    /** What the rows were compared with; null before the first check. */
    context: (): CheckContext | null => context,
    clear: (): void => {
      checked.value = []
      context = null
    },
  }
}
