import { isDeletion } from '#shared/model/orders/order-types'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'
import { factsOf } from '../summary/order-facts'
import type { FactsContext } from '../summary/order-facts'

export interface ReviewFacts {
  readonly orders: number
  readonly sales: number
  readonly removals: number
  /** The number of assets that receive products, and of those that lose something. */
  readonly assetsSold: number
  readonly assetsTaken: number
  /** As the policy's limits count: each asset of an order, and an order without any. */
  readonly items: number
  readonly customers: number
  /** Removals without an original order. */
  readonly everywhere: number
}

/** The counts of a batch for its review. */
export const reviewOf = (orders: readonly OrderNode[], about: FactsContext): ReviewFacts => {
  const facts = orders.map((order) => ({ order, ...factsOf(order, about) }))
  const removals = facts.filter(({ order }) => isDeletion(textOf(order, 'orderType')))
  const sales = facts.filter(({ type }) => type === 'new_buy')
  const sum = (list: typeof facts): number => list.reduce((total, { assets }) => total + assets, 0)
  return {
    orders: orders.length,
    sales: sales.length,
    removals: removals.length,
    assetsSold: sum(sales),
    assetsTaken: sum(removals),
    items: facts.reduce((total, { assets }) => total + Math.max(1, assets), 0),
    customers: new Set(facts.map(({ customer }) => customer ?? '')).size,
    everywhere: removals.filter(({ everyOrder }) => everyOrder).length,
  }
}
