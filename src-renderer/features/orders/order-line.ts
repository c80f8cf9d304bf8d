import { isOrderType } from '#shared/model/orders/order-types'
import type { OrderType } from '#shared/model/orders/order-types'
import { contentName } from './content-name'
import { nodesOf, textsOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'

/**
 * What distinguishes an order from others in the list except its customer: a narrow line has no space for the
 * whole summary.
 */
export interface OrderLine {
  readonly type: OrderType | null
  /** The first asset number; null if there is none yet. */
  readonly number: string | null
  /** The number of asset numbers. */
  readonly numbers: number
  /** Products and packages, without duplicates. */
  readonly contents: readonly string[]
}

export const orderLine = (order: OrderNode): OrderLine => {
  const assets = nodesOf(order, 'assets')
  let number: string | null = null
  let numbers = 0
  const contents = new Set<string>()
  for (const asset of assets) {
    const assetNumbers = textsOf(asset, 'assetNos')
    number ??= assetNumbers[0] ?? null
    numbers += assetNumbers.length
    for (const node of nodesOf(asset, 'products')) contents.add(contentName(node, 'product'))
    for (const node of nodesOf(asset, 'merchandises')) contents.add(contentName(node, 'package'))
  }
  contents.delete('')
  return {
    type: isOrderType(order['orderType']) ? order['orderType'] : null,
    number,
    numbers,
    contents: [...contents],
  }
}
