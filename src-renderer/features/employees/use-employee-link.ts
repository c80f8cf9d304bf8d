import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useEmployeesStore } from '../../entities/employee/employees-store'
import { useEnterprisesStore } from '../../entities/enterprise/enterprises-store'

/**
 * The link from other pages to one employee: filters by their name. The query is handled once and removed from
 * the address.
 */
export const useEmployeeLink = (
  show: (employee: { readonly id: string; readonly name: string }) => void,
): void => {
  const route = useRoute()
  const router = useRouter()
  const enterprises = useEnterprisesStore()
  const employees = useEmployeesStore()

  const openFromQuery = async (): Promise<void> => {
    const { enterprise, member, name } = route.query
    if (route.name !== 'employees' || typeof member !== 'string' || typeof enterprise !== 'string') return
    await router.replace({ name: 'employees' })
    await enterprises.loadOnce()
    enterprises.choose(enterprise)
    // Changing the enterprise clears the search.
    await employees.show(enterprise)
    await nextTick()
    show({ id: member, name: typeof name === 'string' ? name : '' })
  }
  watch(() => route.query, openFromQuery, { immediate: true })
}
