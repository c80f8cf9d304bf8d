import { isOrderType } from './order-kinds'
import type { OrderType } from './order-kinds'
import { nodesOf, textOf, textsOf } from './order-node'
import type { OrderNode } from './order-node'

/** What tells an order from its neighbours in a list, its customer aside: a narrow line has no room for a sentence. */
export interface OrderLine {
  readonly type: OrderType | null
  /** The first asset number; null where none is written yet. */
  readonly number: string | null
  /** Asset numbers in all. */
  readonly numbers: number
  /** Products and packages, each once. */
  readonly contents: readonly string[]
}

const nameOf = (node: OrderNode): string =>
  ['productName', 'merchandiseName', 'productUri', 'merchandiseNum', 'gmsPid', 'appKey']
    .map((name) => textOf(node, name).trim())
    .find((text) => text !== '') ?? ''

export const orderLine = (order: OrderNode): OrderLine => {
  const assets = nodesOf(order, 'assets')
  let number: string | null = null
  let numbers = 0
  const contents = new Set<string>()
  for (const asset of assets) {
    const here = textsOf(asset, 'assetNos')
    number ??= here[0] ?? null
    numbers += here.length
    for (const list of ['products', 'merchandises'])
      for (const node of nodesOf(asset, list)) contents.add(nameOf(node))
  }
  contents.delete('')
  return {
    type: isOrderType(order['orderType']) ? order['orderType'] : null,
    number,
    numbers,
    contents: [...contents],
  }
}
