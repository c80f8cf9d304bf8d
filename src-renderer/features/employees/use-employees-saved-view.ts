import { nextTick, shallowRef } from 'vue'
import type { Ref } from 'vue'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { useSavedView } from '../../entities/saved-view/use-saved-view'
import { useTexts } from '../../i18n/use-texts'
import type { Selection } from '../../ui/table/selection'
import type { EmployeeRows } from './use-employee-rows'

const columns = ['name', 'account', 'department', 'mobile', 'assets', 'borrowed', 'remark']

export const useEmployeesSavedView = (
  rows: EmployeeRows,
  chosen: Ref<string | null>,
  selected: Ref<Selection> = shallowRef(new Set<string>()),
) => {
  const employees = useEmployeesStore()
  const enterprises = useEnterprisesStore()
  const { t } = useTexts()
  const { text, sort, layout, department, showsDeleted } = rows

  return useSavedView('employees', {
    text,
    sort,
    layout,
    columns,
    chosen,
    selected,
    // A department belongs to an enterprise.
    notKept: ['enterprise', 'department'],
    filter: () => ({
      enterprise: enterprises.chosenId === null ? [] : [enterprises.chosenId],
      department: department.value === '' ? [] : [department.value],
      deleted: showsDeleted.value ? ['shown'] : [],
    }),
    applyFilter: async (filter) => {
      const [enterprise] = filter['enterprise'] ?? []
      const [wanted = ''] = filter['department'] ?? []
      showsDeleted.value = filter['deleted'] !== undefined
      if (enterprise !== undefined) {
        await enterprises.loadOnce()
        if (!enterprises.byId.has(enterprise)) {
          department.value = ''
          return [t('views.enterprise'), ...(wanted === '' ? [] : [t('employees.field.department')])]
        }
        enterprises.choose(enterprise)
        // Changing the enterprise clears the filters.
        await employees.show(enterprise)
        await nextTick()
      }
      const isKnown =
        wanted === '' ||
        employees.list?.isComplete !== true ||
        employees.list.rows.some(({ departmentId }) => departmentId === wanted)
      department.value = isKnown ? wanted : ''
      return isKnown ? [] : [t('employees.field.department')]
    },
  })
}
