import type { OrderDraft } from '#shared/bridge/draft-commands'
import { isSecretField } from '#shared/model/secret-fields'
import type { Steps } from '../../../ui/table/run-time-sliced'
import type { Batch } from '../check/check-batch'
import { writeExact } from './exact-json'
import type { OrderNode } from '#shared/model/orders/order-node'

const withoutSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) =>
      isSecretField(name) ? [] : [[name, withoutSecrets(each)]],
    ),
  )
}

export const countSecrets = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countSecrets(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [name, each]) => {
    if (!isSecretField(name)) return sum + countSecrets(each)
    return sum + (Array.isArray(each) ? each.length : 1)
  }, 0)
}

const toRequestBody = ({ channelCode, channelOrderId, syncMode, orders }: Batch, orderList: unknown) => ({
  channelCode,
  channelOrderId,
  syncMode,
  orderList: orders.length === 0 ? [] : orderList,
})

/** The batch as the operation's request body for a file, without passwords. */
export const exportBatch = (batch: Batch): string =>
  `${writeExact(toRequestBody(batch, withoutSecrets(batch.orders)), 2)}\n`

const written = new WeakMap<OrderNode, string>()

const writeOrder = (order: OrderNode): string => {
  const known = written.get(order)
  if (known !== undefined) return known
  const text = writeExact(order)
  written.set(order, text)
  return text
}

/**
 * Serializes the orders that are not cached yet, step by step (run-time-sliced.ts), so that `writeDraft` is
 * fast.
 */
export function* prepareDraft({ orders }: Batch): Steps<undefined> {
  for (const order of orders) {
    writeOrder(order)
    yield
  }
  return undefined
}

/** The batch as a draft for main, which removes the passwords. */
export const writeDraft = ({ orders, ...head }: Batch): OrderDraft => ({
  head: writeExact(head),
  orders: orders.map(writeOrder),
})
