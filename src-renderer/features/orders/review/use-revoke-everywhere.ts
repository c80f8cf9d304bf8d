import { computed, ref } from 'vue'
import type { Name } from '#shared/model/name'
import { useOrdersStore } from '../orders-store'

/**
 * Confirms each removal without an original order before the batch is sent, until all are confirmed or one gets
 * its original order.
 */
export const useRevokeEverywhere = (
  send: (operator: Name) => Promise<void>,
  toSource: (id: number) => void,
) => {
  const orders = useOrdersStore()
  const isOpen = ref(false)
  let operator: Name = ''

  const toConfirm = computed(() => (isOpen.value ? (orders.unconfirmedRevocations[0] ?? null) : null))
  const close = (): void => {
    isOpen.value = false
  }
  return {
    toConfirm,
    close,
    open: (operatorName: Name): void => {
      operator = operatorName
      isOpen.value = true
    },
    confirm: async (): Promise<void> => {
      if (toConfirm.value !== null) orders.confirmRevocation(toConfirm.value.order)
      if (orders.unconfirmedRevocations.length > 0) return
      close()
      await send(operator)
    },
    enterSource: (): void => {
      const id = toConfirm.value?.id
      close()
      if (id !== undefined) toSource(id)
    },
  }
}
