import { knownFields, partsOf } from './order-fields'
import { isNode, listOf, nodesOf, textOf, withValue } from './order-node'
import type { OrderNode, OrderPath } from './order-node'

/** What a deletion's assets and products carry (section 4.1, rule 6); names beside it are for people to read. */
const carried: Readonly<Record<string, Readonly<Record<string, ReadonlySet<string>>>>> = {
  delete_asset: { asset: new Set(['assetNos']) },
  delete_product: {
    asset: new Set(['assetNos', 'limitStartDate', 'limitEndDate', 'products']),
    product: new Set([
      'crmProductId',
      'productUri',
      'productName',
      'gmsPid',
      'appKey',
      'limitStartDate',
      'limitEndDate',
      'limitConcurrent',
      'strictMatchWhenDelete',
    ]),
  },
}

const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export interface Surplus {
  readonly path: OrderPath
  readonly fields: readonly string[]
}

/** Fields of the document that an order of its type may not carry, by the part that has them. */
export const surplusOf = (order: OrderNode): readonly Surplus[] => {
  const orderType = textOf(order, 'orderType')
  const found: Surplus[] = []
  for (const { level, node, path } of partsOf(order)) {
    const isNew = orderType === 'new_buy'
    const allowed = isNew ? undefined : carried[orderType]?.[level]
    const names = Object.keys(node).filter((name) => {
      if (!knownFields[level].has(name) || !isThere(node[name])) return false
      if (isNew) return level === 'product' && name === 'strictMatchWhenDelete'
      return allowed !== undefined && !allowed.has(name)
    })
    if (names.length > 0) found.push({ path, fields: names })
  }
  return found
}

const isUnwritten = (entry: unknown): boolean => isNode(entry) && Object.keys(entry).length === 0

/**
 * The order as one of another type: a product or package that nobody has written anything into yet is not taken along
 * where the type carries none, and stands ready again where it wants one.
 */
export const asType = (order: OrderNode, orderType: string): OrderNode => {
  const assets = nodesOf(order, 'assets').map((asset) => {
    let next: OrderNode = asset
    for (const name of ['products', 'merchandises']) {
      if (asset[name] === undefined) continue
      const written = listOf(asset, name).filter((entry) => !isUnwritten(entry))
      next = withValue(next, [name], written.length === 0 ? undefined : written) as OrderNode
    }
    const isBare = next['products'] === undefined && next['merchandises'] === undefined
    return isBare && orderType === 'new_buy' ? { ...next, products: [{}] } : next
  })
  return { ...order, orderType, ...(order['assets'] === undefined ? {} : { assets }) }
}

/** The order without what its type may not carry. */
export const withoutSurplus = (order: OrderNode): OrderNode => {
  let next: unknown = order
  // From the inside out: a list that goes takes its entries along.
  for (const { path, fields } of surplusOf(order).toReversed()) {
    for (const name of fields) next = withValue(next, [...path, name], undefined)
  }
  return next as OrderNode
}
