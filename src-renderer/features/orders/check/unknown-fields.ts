import { partsOf } from '#shared/model/orders/order-fields'
import { knownFields } from '#shared/model/orders/order-levels'
import type { FieldOf } from '#shared/model/orders/order-levels'
import { isNode, listOf, nodesOf, textOf, withValue } from '#shared/model/orders/order-node'
import type { OrderNode, OrderPath } from '#shared/model/orders/order-node'

/** What a removal's assets and products may contain (section 4.1, rule 6); names beside the IDs are for readers. */
const allowedFields: Readonly<Record<string, Readonly<Record<string, ReadonlySet<string>>>>> = {
  delete_asset: { asset: new Set<FieldOf<'asset'>>(['assetNos']) },
  delete_product: {
    asset: new Set<FieldOf<'asset'>>(['assetNos', 'limitStartDate', 'limitEndDate', 'products']),
    product: new Set<FieldOf<'product'>>([
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

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

export interface Disallowed {
  readonly path: OrderPath
  readonly fields: readonly string[]
}

/** Fields of the API that an order of its type must not contain, by part. */
export const disallowedFields = (order: OrderNode): readonly Disallowed[] => {
  const orderType = textOf(order, 'orderType')
  const found: Disallowed[] = []
  for (const { level, node, path } of partsOf(order)) {
    const isNew = orderType === 'new_buy'
    const allowed = isNew ? undefined : allowedFields[orderType]?.[level]
    const names = Object.keys(node).filter((name) => {
      if (!knownFields[level].has(name) || !hasValue(node[name])) return false
      if (isNew) return level === 'product' && name === 'strictMatchWhenDelete'
      return allowed !== undefined && !allowed.has(name)
    })
    if (names.length > 0) found.push({ path, fields: names })
  }
  return found
}

const isEmptyNode = (entry: unknown): boolean => isNode(entry) && Object.keys(entry).length === 0

const contentLists = ['products', 'merchandises'] as const
/** The empty products and packages that `asType` removes; the last ones of a list come first. */
export const emptyContents = (order: OrderNode): readonly OrderPath[] =>
  nodesOf(order, 'assets').flatMap((asset, index) =>
    contentLists.flatMap((name) =>
      listOf(asset, name)
        .flatMap((entry, at): OrderPath[] => (isEmptyNode(entry) ? [['assets', index, name, at]] : []))
        .toReversed(),
    ),
  )

/**
 * Changes the order's type: an empty product or package is removed if the type has none, and added if the type
 * needs one.
 */
export const asType = (order: OrderNode, orderType: string): OrderNode => {
  const assets = nodesOf(order, 'assets').map((asset) => {
    let next: OrderNode = asset
    for (const name of contentLists) {
      if (asset[name] === undefined) continue
      const written = listOf(asset, name).filter((entry) => !isEmptyNode(entry))
      next = withValue(next, [name], written.length === 0 ? undefined : written) as OrderNode
    }
    const hasNoContents = next['products'] === undefined && next['merchandises'] === undefined
    return hasNoContents && orderType === 'new_buy' ? { ...next, products: [{}] } : next
  })
  return { ...order, orderType, ...(order['assets'] === undefined ? {} : { assets }) }
}

/** The order without fields that its type must not contain. */
export const withoutDisallowed = (order: OrderNode): OrderNode => {
  let next: unknown = order
  // Deepest first: removing a list removes its entries.
  for (const { path, fields } of disallowedFields(order).toReversed()) {
    for (const name of fields) next = withValue(next, [...path, name], undefined)
  }
  return next as OrderNode
}
