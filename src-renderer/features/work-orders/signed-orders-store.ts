import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { SignedOrderEntry } from '#shared/model/changes/work-order'
import { command } from '../../bridge'
import { useRequest } from '../../use-command'

export const signedStates = ['not-saved', 'open', 'expired', 'differs', 'done'] as const
/** What is left to do with a signed order. */
export type SignedState = (typeof signedStates)[number]

/** Rows of the result that were not carried out; null before a result was read. */
export const openRows = ({ result }: SignedOrderEntry): number | null =>
  result === null ? null : result.counts.failed + result.counts['not-sent'] + result.counts.unconfirmed

export const stateOf = (order: SignedOrderEntry, now: number): SignedState => {
  const open = openRows(order)
  if (open !== null) return open === 0 ? 'done' : 'differs'
  if (order.expires <= now) return 'expired'
  return order.saved === null ? 'not-saved' : 'open'
}

/** The orders that were signed on this computer. */
export const useSignedOrdersStore = defineStore('signed-orders', () => {
  const orders = shallowRef<readonly SignedOrderEntry[]>([])
  const isLoaded = ref(false)
  const { run, failure } = useRequest()
  /** The ID of the order with open details. */
  const chosenId = ref<string | null>(null)

  const load = async (): Promise<void> => {
    const outcome = await run(() => command('work-orders/signed'))
    if (outcome.ok) orders.value = outcome.value
    isLoaded.value = true
  }
  /** Removes an order with its file from this computer. */
  const forget = async (id: string): Promise<void> => {
    const outcome = await run(() => command('work-orders/forget', { id }))
    if (!outcome.ok) return
    orders.value = outcome.value
    chosenId.value = null
  }
  return {
    orders,
    isLoaded,
    failure,
    chosenId,
    chosen: computed(() => orders.value.find(({ id }) => id === chosenId.value) ?? null),
    load,
    forget,
  }
})
