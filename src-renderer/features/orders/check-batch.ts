import { limits } from '#shared/model/limits'
import { checkOrder } from './check-order'
import { isDeletion } from './order-kinds'
import { nodesOf, textOf, textsOf } from './order-node'
import type { OrderNode, OrderPath } from './order-node'
import { isDoubt } from './order-problems'
import type { Problem } from './order-problems'

export interface BatchHead {
  readonly channelCode: string
  /** The customer order number: the platform takes one batch under it. */
  readonly channelOrderId: string
  readonly syncMode: 'sync' | 'async'
}

export interface Batch extends BatchHead {
  readonly orders: readonly OrderNode[]
}

export interface BatchProblems {
  /** Of the batch's own fields. */
  readonly head: readonly Problem[]
  /** By order, in their order. */
  readonly orders: readonly (readonly Problem[])[]
  readonly errors: number
  readonly doubts: number
}

const checkName = (name: keyof BatchHead, text: string): Problem[] => {
  if (text.trim() === '') return [{ code: 'empty', path: [name], about: '' }]
  return Array.from(text).length > limits.orderName
    ? [{ code: 'too-long', path: [name], about: String(limits.orderName) }]
    : []
}

const checkHead = ({ channelCode, channelOrderId, orders }: Batch): Problem[] => {
  const problems = [...checkName('channelCode', channelCode), ...checkName('channelOrderId', channelOrderId)]
  if (orders.length === 0) problems.push({ code: 'no-orders', path: ['orderList'], about: '' })
  if (orders.length > limits.ordersPerBatch) {
    problems.push({ code: 'too-many', path: ['orderList'], about: String(limits.ordersPerBatch) })
  }
  return problems
}

/** What is removed, and by what: an asset once and for all, a product of it by the product. */
const removals = (
  order: OrderNode,
): { readonly what: string; readonly number: string; readonly path: OrderPath }[] => {
  const orderType = textOf(order, 'orderType')
  if (!isDeletion(orderType)) return []
  return nodesOf(order, 'assets').flatMap((asset, index) => {
    const path = ['assets', index, 'assetNos']
    const products =
      orderType === 'delete_asset'
        ? ['']
        : nodesOf(asset, 'products').map(
            (product) =>
              ['productUri', 'gmsPid', 'appKey']
                .map((name) => textOf(product, name))
                .find((id) => id.trim() !== '') ?? '',
          )
    return textsOf(asset, 'assetNos').flatMap((number) =>
      products.map((product) => ({ what: `${number}\n${product}`, number, path })),
    )
  })
}

/**
 * What keeps a batch from going out: its own fields, each order by itself, and what two orders of it do to each other.
 * One order that cannot be carried out may have the platform refuse them all.
 */
export const checkBatch = (batch: Batch): BatchProblems => {
  const head = checkHead(batch)
  const sequences = new Map<unknown, number>()
  const gone = new Map<string, number>()
  const assetsGone = new Set<string>()
  const orders = batch.orders.map((order, index) => {
    const problems = [...checkOrder(order)]
    const { sequence } = order
    if (sequence !== undefined && sequences.has(sequence)) {
      problems.push({
        code: 'sequence-twice',
        path: ['sequence'],
        about: typeof sequence === 'number' ? String(sequence) : '',
      })
    }
    sequences.set(sequence, index)
    const mine = removals(order)
    for (const { what, number, path } of mine) {
      const isTwice = gone.has(what) || assetsGone.has(number)
      if (isTwice && !problems.some(({ code }) => code === 'removed-twice' || code === 'twice')) {
        problems.push({ code: 'removed-twice', path, about: number })
      }
      gone.set(what, index)
    }
    if (textOf(order, 'orderType') === 'delete_asset') for (const { number } of mine) assetsGone.add(number)
    return problems
  })
  const all = [...head, ...orders.flat()]
  const doubts = all.filter(isDoubt).length
  return { head, orders, errors: all.length - doubts, doubts }
}
