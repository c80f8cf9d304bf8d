import type { Batch } from '../check/check-batch'
import { parseExact } from './exact-json'
import { isNode } from '#shared/model/orders/order-node'

/** Reads a saved draft, including its mistakes; null if it is empty. */
export const readDraft = (text: string): Batch | null => {
  const parsed = parseExact(text)
  if (!parsed.ok || !isNode(parsed.value)) return null
  const { orderList, syncMode, channelCode, channelOrderId } = parsed.value
  const orders = Array.isArray(orderList) ? (orderList as readonly unknown[]).filter(isNode) : []
  const batch: Batch = {
    channelCode: typeof channelCode === 'string' ? channelCode : '',
    channelOrderId: typeof channelOrderId === 'string' ? channelOrderId : '',
    syncMode: syncMode === 'async' ? 'async' : 'sync',
    orders,
  }
  return orders.length === 0 && batch.channelCode === '' && batch.channelOrderId === '' ? null : batch
}
