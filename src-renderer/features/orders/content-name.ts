import type { FieldOf } from '#shared/model/orders/order-levels'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'

export type ContentKind = 'product' | 'package'

/** What names a product or package, the best first; the IDs where it has no name. */
const nameFields: Readonly<Record<ContentKind, readonly FieldOf[]>> = {
  product: ['productName', 'productUri', 'gmsPid', 'appKey'],
  package: ['merchandiseName', 'merchandiseNum'],
}

/** Empty where nothing names it. */
export const contentName = (node: OrderNode, kind: ContentKind): string =>
  nameFields[kind].map((name) => textOf(node, name).trim()).find((text) => text !== '') ?? ''
