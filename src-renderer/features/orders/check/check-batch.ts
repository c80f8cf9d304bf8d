import { limits } from '#shared/model/api/limits'
import { checkOrder } from './check-order'
import { productIds } from '#shared/model/orders/order-fields'
import { isDeletion } from '#shared/model/orders/order-types'
import { nodesOf, textOf, textsOf } from '#shared/model/orders/order-node'
import type { JsonPath, OrderNode } from '#shared/model/orders/order-node'
import { isWarning } from '#shared/model/orders/order-problems'
import type { Problem } from '#shared/model/orders/order-problems'

export interface BatchHeader {
  readonly channelCode: string
  /** The customer order number: the platform accepts one batch per number. */
  readonly channelOrderId: string
  readonly syncMode: 'sync' | 'async'
}

export interface Batch extends BatchHeader {
  readonly orders: readonly OrderNode[]
}

export interface BatchProblems {
  /** The problems of the batch's own fields. */
  readonly head: readonly Problem[]
  /** The problems by order, in their order. */
  readonly orders: readonly (readonly Problem[])[]
  readonly errors: number
  readonly warnings: number
}

const checkName = (name: keyof BatchHeader, text: string): Problem[] => {
  if (text.trim() === '') return [{ code: 'empty', path: [name], detail: '' }]
  return Array.from(text).length > limits.orderName
    ? [{ code: 'too-long', path: [name], detail: String(limits.orderName) }]
    : []
}

const checkHead = ({ channelCode, channelOrderId, orders }: Batch): Problem[] => {
  const problems = [...checkName('channelCode', channelCode), ...checkName('channelOrderId', channelOrderId)]
  if (orders.length === 0) problems.push({ code: 'no-orders', path: ['orderList'], detail: '' })
  if (orders.length > limits.ordersPerBatch) {
    problems.push({ code: 'too-many', path: ['orderList'], detail: String(limits.ordersPerBatch) })
  }
  return problems
}

/** The removed items and the orders that remove them: a whole asset, or one of its products. */
const removals = (
  order: OrderNode,
): { readonly what: string; readonly number: string; readonly path: JsonPath }[] => {
  const orderType = textOf(order, 'orderType')
  if (!isDeletion(orderType)) return []
  return nodesOf(order, 'assets').flatMap((asset, index) => {
    const path = ['assets', index, 'assetNos']
    const products =
      orderType === 'delete_asset'
        ? ['']
        : nodesOf(asset, 'products').map(
            (product) => productIds.map((name) => textOf(product, name)).find((id) => id.trim() !== '') ?? '',
          )
    return textsOf(asset, 'assetNos').flatMap((number) =>
      products.map((product) => ({ what: `${number}\n${product}`, number, path })),
    )
  })
}

/**
 * The problems that block a batch: in its own fields, in each order, and between its orders. One invalid order
 * may fail the whole batch.
 */
export const checkBatch = (batch: Batch): BatchProblems => {
  const head = checkHead(batch)
  const sequences = new Map<unknown, number>()
  const revoked = new Map<string, number>()
  const revokedAssets = new Set<string>()
  const orders = batch.orders.map((order, index) => {
    const problems = [...checkOrder(order)]
    const { sequence } = order
    if (sequence !== undefined && sequences.has(sequence)) {
      problems.push({
        code: 'duplicate-sequence',
        path: ['sequence'],
        detail: typeof sequence === 'number' ? String(sequence) : '',
      })
    }
    sequences.set(sequence, index)
    const orderRemovals = removals(order)
    for (const { what, number, path } of orderRemovals) {
      const isTwice = revoked.has(what) || revokedAssets.has(number)
      if (isTwice && !problems.some(({ code }) => code === 'revoked-twice' || code === 'duplicate')) {
        problems.push({ code: 'revoked-twice', path, detail: number })
      }
      revoked.set(what, index)
    }
    if (textOf(order, 'orderType') === 'delete_asset')
      for (const { number } of orderRemovals) revokedAssets.add(number)
    return problems
  })
  const all = [...head, ...orders.flat()]
  const warnings = all.filter(isWarning).length
  return { head, orders, errors: all.length - warnings, warnings }
}
