import { computed, nextTick } from 'vue'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { createListState, useListPage } from '../../entities/list-page/use-list-page'
import { useTexts } from '../../i18n/use-texts'
import type { TableColumn } from '../../ui/table/table-column'
import { borrowedOf, searchTextOf } from './employee-texts'
import { employeeColumns } from './export-employees'
import { useEmployeeRows } from './use-employee-rows'

/** The list of the page Employees, with what it filters by. */
export const useEmployeeList = () => {
  const employees = useEmployeesStore()
  const enterprises = useEnterprisesStore()
  const { t } = useTexts()
  const state = createListState()
  const { text } = state
  const employeeRows = useEmployeeRows(text)
  const { department, showsDeleted, search } = employeeRows

  const columns = computed((): readonly TableColumn<EmployeeRecord>[] => [
    { key: 'name', title: t('employees.field.name'), width: 'minmax(168px, 2fr)', name: ({ name }) => name },
    {
      key: 'account',
      title: t('employees.field.userName'),
      width: 'minmax(120px, 1.7fr)',
      name: ({ userName }) => userName,
    },
    {
      key: 'department',
      title: t('employees.field.department'),
      width: 'minmax(90px, 2.3fr)',
      value: ({ departmentName, departmentId }) => departmentName ?? departmentId,
      hideBelow: 560,
    },
    {
      key: 'mobile',
      title: t('employees.column.mobile'),
      width: '112px',
      name: ({ passwordMobile }) => passwordMobile,
      hideBelow: 860,
    },
    {
      key: 'assets',
      title: t('common.assets'),
      width: '64px',
      value: ({ assetNums }) => assetNums?.length ?? null,
      hideBelow: 444,
    },
    {
      key: 'borrowed',
      title: t('common.borrowedLock'),
      width: '122px',
      value: borrowedOf,
      hideBelow: 680,
    },
    {
      key: 'remark',
      title: t('employees.field.remark'),
      width: 'minmax(80px, 1.6fr)',
      name: ({ remark }) => remark,
      hideBelow: 980,
    },
  ])
  const list = useListPage('employees', {
    state,
    rows: employeeRows.rows,
    allRows: employeeRows.listed,
    find: (key) => search.rows.value.find(({ memberGlobalId }) => memberGlobalId === key),
    rowKey: ({ memberGlobalId }) => memberGlobalId,
    columns,
    searchTextOf,
    searched: employeeRows.tableText,
    selectable: true,
    filters: {
      values: () => ({
        enterprise: enterprises.chosenId === null ? [] : [enterprises.chosenId],
        department: department.value === '' ? [] : [department.value],
        deleted: showsDeleted.value ? ['shown'] : [],
      }),
      apply: async (filter) => {
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
      // A department belongs to an enterprise.
      notKept: ['enterprise', 'department'],
      clear: () => void (department.value = ''),
    },
    export: () => ({
      columns: employeeColumns({ t }),
      file: t('employees.export.file'),
      sheet: t('frame.employees'),
    }),
  })
  return { list, ...employeeRows }
}
