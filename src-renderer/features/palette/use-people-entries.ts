import { Building2, UserRound } from '@lucide/vue'
import { computed } from 'vue'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import { useOpenPage } from '../../actions/open-page'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'
import { fullName, shownName } from '../../names/shown-name'
import { useAppStore } from '../../stores/app-store'
import { maxNamedShown } from './palette-entry'
import type { PaletteEntry } from './palette-entry'
import { ranked } from './rank'
import { useEmployeeSearch } from './use-employee-search'

/** The entries that show a person or a customer, found by a part of the name. */
export const usePeopleEntries = (query: () => string, keyword: () => string) => {
  const app = useAppStore()
  const enterprisesStore = useEnterprisesStore()
  const openPage = useOpenPage()
  const employees = useEmployeeSearch(keyword)
  void enterprisesStore.loadOnce()

  const employeeEntry = (employee: EmployeeRecord): PaletteEntry => {
    const name = employee.name ?? employee.userName ?? employee.memberGlobalId
    const enterprise =
      enterprisesStore.enterprises.length > 1 ? enterprisesStore.nameOf(employee.enterpriseGlobalId) : null
    return {
      id: `employee:${employee.memberGlobalId}`,
      kind: 'employee',
      title: shownName(name),
      others: [fullName(name)],
      detail: [
        employee.name === null ? null : shownName(employee.userName),
        employee.departmentName,
        shownName(enterprise),
      ]
        .filter((part) => part !== null && part !== '')
        .join(' · '),
      icon: UserRound,
      keys: [],
      run: () =>
        openPage('employees', {
          enterpriseGlobalId: employee.enterpriseGlobalId,
          memberGlobalId: employee.memberGlobalId,
          name,
        }),
      again: () => employeeEntry(employee),
    }
  }

  const enterpriseEntry = (
    enterprise: Pick<RegisteredEnterprise, 'enterpriseGlobalId' | 'enterpriseName'>,
  ): PaletteEntry => {
    const { enterpriseGlobalId, enterpriseName } = enterprise
    return {
      id: `enterprise:${enterpriseGlobalId}`,
      kind: 'enterprise',
      title: shownName(enterpriseName) ?? enterpriseGlobalId,
      others: enterpriseName === null ? [] : [fullName(enterpriseName)],
      detail: '',
      icon: Building2,
      keys: [],
      run: () => openPage('customers', { enterpriseGlobalId }),
      again: () => enterpriseEntry(enterprise),
    }
  }
  const enterpriseEntries = computed<readonly PaletteEntry[]>(() =>
    query() === '' || app.isPageHidden('customers')
      ? []
      : ranked(query(), enterprisesStore.enterprises.map(enterpriseEntry)).slice(0, maxNamedShown),
  )

  return {
    enterpriseEntries,
    employeeEntries: computed(() => employees.rows.value.map(employeeEntry)),
    isSearching: employees.isSearching,
    hasFailed: employees.hasFailed,
  }
}
