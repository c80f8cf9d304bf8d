import { z } from 'zod'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Batch } from '../check/check-batch'
import { longIntegerFields } from '#shared/model/orders/order-fields'
import { isNode } from '#shared/model/orders/order-node'

const stored = z.looseObject({
  channelCode: z.string(),
  channelOrderId: z.string(),
  syncMode: z.enum(['sync', 'async']).catch('sync'),
  orders: z.array(z.record(z.string(), z.unknown())),
})

/** The journal stores Longs beyond 2^53 as digits. */
const withLongIntegers = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => withLongIntegers(each))
  if (isNode(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([inner, each]) => [inner, withLongIntegers(each, inner)]),
    )
  }
  const isLong = typeof value === 'string' && longIntegerFields.has(name) && /^-?\d{16,19}$/.test(value)
  return isLong ? BigInt(value) : value
}

/** The batch of a journal entry, without passwords; null if the entry has no orders. */
export const batchOf = ({ action, request }: Pick<JournalEntry, 'action' | 'request'>): Batch | null => {
  if (action !== 'order') return null
  const read = stored.safeParse(request)
  if (!read.success || read.data.orders.length === 0) return null
  const { channelCode, channelOrderId, syncMode, orders } = read.data
  return {
    channelCode,
    channelOrderId,
    syncMode,
    orders: orders.map((order) => withLongIntegers(order)).filter(isNode),
  }
}
