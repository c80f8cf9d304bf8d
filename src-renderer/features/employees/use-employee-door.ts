import { nextTick, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useEmployeesStore } from '../../app/stores/employees-store'
import { useEnterprisesStore } from '../../app/stores/enterprises-store'

/** The door of other pages to one employee: shown among those of that name. Taken once, and gone from the address. */
export const useEmployeeDoor = (
  show: (employee: { readonly id: string; readonly name: string }) => void,
): void => {
  const route = useRoute()
  const router = useRouter()
  const enterprises = useEnterprisesStore()
  const employees = useEmployeesStore()

  const take = async (): Promise<void> => {
    const { enterprise, member, name } = route.query
    if (route.name !== 'employees' || typeof member !== 'string' || typeof enterprise !== 'string') return
    await router.replace({ name: 'employees' })
    await enterprises.loadOnce()
    enterprises.choose(enterprise)
    // Another enterprise begins with an empty search.
    await employees.show(enterprise)
    await nextTick()
    show({ id: member, name: typeof name === 'string' ? name : '' })
  }
  watch(() => route.query, take, { immediate: true })
}
