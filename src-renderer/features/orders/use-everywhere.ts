import { computed, ref } from 'vue'
import { useOrdersStore } from './orders-store'

/**
 * The question before a batch goes out that takes from every order of a customer: asked order by order, until each is
 * meant, or one of them is given the order that it takes from.
 */
export const useEverywhere = (send: (operator: string) => Promise<void>, toSource: (id: number) => void) => {
  const orders = useOrdersStore()
  const isOpen = ref(false)
  let operator = ''

  const asking = computed(() => (isOpen.value ? (orders.unmeant[0] ?? null) : null))
  const close = (): void => {
    isOpen.value = false
  }
  return {
    asking,
    close,
    ask: (as: string): void => {
      operator = as
      isOpen.value = true
    },
    mean: async (): Promise<void> => {
      if (asking.value !== null) orders.meanEverywhere(asking.value.order)
      if (orders.unmeant.length > 0) return
      close()
      await send(operator)
    },
    nameSource: (): void => {
      const id = asking.value?.id
      close()
      if (id !== undefined) toSource(id)
    },
  }
}
