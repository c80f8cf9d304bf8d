import { z } from 'zod'
import type { JournalEntry } from '#shared/model/change'
import type { Batch } from './check-batch'
import { longFields } from './order-fields'
import { isNode } from './order-node'

const stored = z.looseObject({
  channelCode: z.string(),
  channelOrderId: z.string(),
  syncMode: z.enum(['sync', 'async']).catch('sync'),
  orders: z.array(z.record(z.string(), z.unknown())),
})

/** The journal has Longs beyond 2^53 as their digits. */
const withLongs = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((each) => withLongs(each))
  if (isNode(value)) {
    return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, withLongs(each, inner)]))
  }
  const isLong = typeof value === 'string' && longFields.has(name) && /^-?\d{16,19}$/.test(value)
  return isLong ? BigInt(value) : value
}

/** The batch of an entry of the journal, without its passwords; null where the journal does not have its orders. */
export const batchOf = ({ action, request }: Pick<JournalEntry, 'action' | 'request'>): Batch | null => {
  if (action !== 'order') return null
  const read = stored.safeParse(request)
  if (!read.success || read.data.orders.length === 0) return null
  const { channelCode, channelOrderId, syncMode, orders } = read.data
  return {
    channelCode,
    channelOrderId,
    syncMode,
    orders: orders.map((order) => withLongs(order)).filter(isNode),
  }
}
