import { nextTick } from 'vue'
import { usePageRequest } from '../../actions/open-page'
import type { PageRequests } from '../../actions/open-page'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'

/** Shows the employee that another page asks for. */
export const useEmployeeLink = (show: (employee: PageRequests['employees']) => void): void => {
  const enterprises = useEnterprisesStore()
  const employees = useEmployeesStore()

  usePageRequest('employees', async (request) => {
    const { enterpriseGlobalId } = request
    await enterprises.loadOnce()
    enterprises.choose(enterpriseGlobalId)
    // Changing the enterprise clears the search.
    await employees.show(enterpriseGlobalId)
    await nextTick()
    show(request)
  })
}
