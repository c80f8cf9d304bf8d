import { computed, ref, shallowRef } from 'vue'
import { newOrder, affectsAllOrders } from '#shared/model/orders/order-types'
import { withValue } from '#shared/model/orders/order-node'
import type { OrderNode, OrderPath } from '#shared/model/orders/order-node'
import type { Batch, BatchHeader } from './check/check-batch'

/** An order with an ID that stays while its content changes. */
export interface DraftOrder {
  readonly id: number
  readonly order: OrderNode
}

export interface BatchState {
  readonly head: BatchHeader
  readonly orders: readonly DraftOrder[]
}

type BatchStep = 'write' | 'review' | 'sent'

const emptyHeader: BatchHeader = { channelCode: '', channelOrderId: '', syncMode: 'sync' }

/** The orders before and after they were replaced, with what was written since: that stays. */
const ordersBack = (
  before: readonly DraftOrder[],
  after: readonly DraftOrder[],
  now: readonly DraftOrder[],
): DraftOrder[] => {
  const replaced = new Map(after.map(({ id, order }) => [id, order]))
  const listedNow = new Map(now.map((listed) => [listed.id, listed]))
  const beforeIds = new Set(before.map(({ id }) => id))
  const isRemovedSince = (id: number): boolean => replaced.has(id) && !listedNow.has(id)
  const isWritten = ({ id, order }: DraftOrder): boolean => !beforeIds.has(id) && replaced.get(id) !== order
  return [
    ...before.flatMap((listed) => (isRemovedSince(listed.id) ? [] : [listedNow.get(listed.id) ?? listed])),
    ...now.filter(isWritten),
  ]
}

/** The batch that is written: its header, its orders and the chosen one, and what an undo brings back. */
export const useBatch = () => {
  const head = shallowRef<BatchHeader>(emptyHeader)
  const orders = shallowRef<readonly DraftOrder[]>([])
  const chosenId = ref<number | null>(null)
  const stage = ref<BatchStep>('write')
  /** Removals without an original order that the user has confirmed. */
  const confirmedRevocations = shallowRef<ReadonlySet<OrderNode>>(new Set())
  /** The state before the batch was cleared or replaced, or an order was removed. */
  const before = shallowRef<BatchState | null>(null)
  /** The state right after that. What differs from it was written since. */
  let after: BatchState = { head: emptyHeader, orders: [] }
  let lastId = 0

  const chosenAt = computed(() => orders.value.findIndex(({ id }) => id === chosenId.value))
  const chosen = computed(() => orders.value[chosenAt.value] ?? null)
  const withIds = (list: readonly OrderNode[]): DraftOrder[] => list.map((order) => ({ id: ++lastId, order }))
  const current = (): BatchState => ({ head: head.value, orders: orders.value })
  /** Makes a change that an undo takes back. */
  const editWithUndo = (edit: () => void): void => {
    const start = current()
    edit()
    before.value = start
    after = current()
  }

  const write = ({ orders: list, ...rest }: Batch): void => {
    head.value = rest
    orders.value = withIds(list)
    chosenId.value = orders.value[0]?.id ?? null
    confirmedRevocations.value = new Set()
    stage.value = 'write'
  }
  const replaceChosen = (order: OrderNode): void => {
    const id = chosen.value?.id
    orders.value = orders.value.map((listed) => (listed.id === id ? { id, order } : listed))
  }
  const nextSequence = (): number =>
    orders.value.reduce((max, { order }) => {
      const { sequence } = order
      return typeof sequence === 'number' ? Math.max(max, sequence) : max
    }, 0) + 1
  const add = (order: OrderNode = newOrder(nextSequence())): void => {
    const [added] = withIds([order])
    if (added === undefined) return
    orders.value = [...orders.value, added]
    chosenId.value = added.id
    stage.value = 'write'
  }

  return {
    head,
    orders,
    chosen,
    chosenAt,
    chosenId,
    stage,
    before,
    confirmedRevocations,
    batch: computed<Batch>(() => ({ ...head.value, orders: orders.value.map(({ order }) => order) })),
    isEmpty: computed(() => orders.value.length === 0),
    unconfirmedRevocations: computed(() =>
      orders.value.filter(({ order }) => affectsAllOrders(order) && !confirmedRevocations.value.has(order)),
    ),
    write,
    setHeader: (changes: Partial<BatchHeader>): void => {
      head.value = { ...head.value, ...changes }
      // In another channel the same ID may be another customer.
      if (changes.channelCode !== undefined) confirmedRevocations.value = new Set()
    },
    /** Writes into the selected order; undefined removes the field or the list entry. */
    set: (path: OrderPath, value: unknown): void => {
      if (chosen.value !== null) replaceChosen(withValue(chosen.value.order, path, value) as OrderNode)
    },
    replaceChosen,
    nextSequence,
    add,
    duplicateChosen: (): void => {
      if (chosen.value !== null) add({ ...chosen.value.order, sequence: nextSequence() })
    },
    remove: (id: number): void => {
      const at = orders.value.findIndex((order) => order.id === id)
      editWithUndo(() => (orders.value = orders.value.filter((order) => order.id !== id)))
      if (chosenId.value === id) chosenId.value = (orders.value[at] ?? orders.value[at - 1])?.id ?? null
    },
    renumber: (): void => {
      orders.value = orders.value.map(({ id, order }, at) => ({ id, order: { ...order, sequence: at + 1 } }))
    },
    replace: (next: Batch = { ...emptyHeader, orders: [] }): void => {
      // Without orders before, an undo would only take the new ones away. Orders that were sent would come back
      // as orders to send.
      const hasUndo = orders.value.length > 0 && stage.value !== 'sent'
      editWithUndo(() => write(next))
      if (!hasUndo) before.value = null
    },
    /** Brings back what was there. What was written since stays. @returns whether there was anything to bring back */
    undo: (): boolean => {
      if (before.value === null) return false
      const { head: previousHeader, orders: previousOrders } = before.value
      before.value = null
      if (head.value === after.head) head.value = previousHeader
      orders.value = ordersBack(previousOrders, after.orders, orders.value)
      chosenId.value = previousOrders[0]?.id ?? null
      stage.value = 'write'
      return true
    },
    confirmRevocation: (order: OrderNode): void => {
      confirmedRevocations.value = new Set([...confirmedRevocations.value, order])
    },
  }
}
