import { nextTick } from 'vue'
import type { Name } from '#shared/model/name'
import { usePageRequest } from '../../actions/open-page'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'

/** Shows the employee that another page asks for. */
export const useEmployeeLink = (
  show: (employee: { readonly id: string; readonly name: Name }) => void,
): void => {
  const enterprises = useEnterprisesStore()
  const employees = useEmployeesStore()

  usePageRequest('employees', async ({ enterpriseGlobalId, memberGlobalId, name }) => {
    await enterprises.loadOnce()
    enterprises.choose(enterpriseGlobalId)
    // Changing the enterprise clears the search.
    await employees.show(enterpriseGlobalId)
    await nextTick()
    show({ id: memberGlobalId, name })
  })
}
