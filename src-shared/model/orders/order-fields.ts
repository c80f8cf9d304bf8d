import { knownFields } from './order-levels'
import type { FieldOf, Level } from './order-levels'
import { isNode } from './order-node'
import type { OrderNode, OrderPath } from './order-node'

/** The IDs by which an order names a product, the best first. */
export const productIds = ['productUri', 'gmsPid', 'appKey'] as const

/** Fields with a code, of which the platform knows no full-width form. Every other text is stored as typed. */
export const codeFields: ReadonlySet<string> = new Set<FieldOf>([
  'adminAccount',
  'adminCellNumber',
  'adminEmail',
  'appKey',
  'branchCode',
  'channelCustomerId',
  'crmCustomerId',
  'crmProductId',
  'customerId',
  'enterpriseGlobalId',
  'extendCode',
  'featureCode',
  'gmsPid',
  'merchandiseNum',
  'parentCrmProductId',
  'parentMerchandiseNum',
  'passwordMobile',
  'productUri',
  'srcLicenseOrderId',
])

/** Long fields; the journal stores their digits as text if they do not fit into a double. */
export const longIntegerFields: ReadonlySet<string> = new Set([
  'limitStartDate',
  'limitEndDate',
  'limitTimeDuration',
  'trialEndDate',
])

/** The child lists of each level. */
const innerLists: Readonly<Record<Level, readonly (readonly [FieldOf, Level])[]>> = {
  order: [['assets', 'asset']],
  asset: [
    ['products', 'product'],
    ['merchandises', 'package'],
    ['assetExtendList', 'extension'],
  ],
  package: [
    ['children', 'package'],
    ['licenseOrderProductList', 'product'],
  ],
  product: [['productFeatures', 'feature']],
  feature: [],
  extension: [],
}

export interface OrderPart {
  readonly level: Level
  readonly node: OrderNode
  readonly path: OrderPath
}

/** An order and all its parts, each with its path. */
export function* partsOf(
  node: OrderNode,
  level: Level = 'order',
  path: OrderPath = [],
): Generator<OrderPart> {
  yield { level, node, path }
  for (const [name, inner] of innerLists[level]) {
    const list = node[name]
    if (!Array.isArray(list)) continue
    for (const [index, each] of (list as readonly unknown[]).entries()) {
      if (isNode(each)) yield* partsOf(each, inner, [...path, name, index])
    }
  }
}

/** Fields of a part that the API does not document; they are sent unchanged. */
export const unknownFieldsOf = (node: OrderNode, level: Level): readonly string[] =>
  Object.keys(node).filter((name) => !knownFields[level].has(name))
