import { contentName } from '../content-name'
import type { ContentKind } from '../content-name'
import type { FieldOf } from '#shared/model/orders/order-levels'
import { isNode, listOf } from '#shared/model/orders/order-node'
import type { OrderNode, OrderPath } from '#shared/model/orders/order-node'

/** A product or package of an asset entry as a row of its tree. */
export interface ContentRow {
  readonly kind: ContentKind
  /** The path within the order. */
  readonly path: OrderPath
  /** 1 for direct children of the asset entry. */
  readonly depth: number
  readonly name: string
  readonly parent: OrderPath | null
}

const lines = (
  node: OrderNode,
  path: OrderPath,
  depth: number,
  parent: OrderPath | null,
  lists: { readonly products: FieldOf; readonly packages: FieldOf },
): ContentRow[] => [
  ...listOf(node, lists.products).flatMap((product, index): ContentRow[] =>
    isNode(product)
      ? [
          {
            kind: 'product',
            path: [...path, lists.products, index],
            depth,
            name: contentName(product, 'product'),
            parent,
          },
        ]
      : [],
  ),
  ...listOf(node, lists.packages).flatMap((pack, index): ContentRow[] => {
    if (!isNode(pack)) return []
    const contentPath = [...path, lists.packages, index]
    const name = contentName(pack, 'package')
    return [
      { kind: 'package', path: contentPath, depth, name, parent },
      ...lines(pack, contentPath, depth + 1, contentPath, insidePackage),
    ]
  }),
]

const insidePackage = { products: 'licenseOrderProductList', packages: 'children' } as const
const insideAsset = { products: 'products', packages: 'merchandises' } as const

/** The rows of an asset entry's tree in display order. */
export const contentRows = (entry: OrderNode, path: OrderPath): readonly ContentRow[] =>
  lines(entry, path, 1, null, insideAsset)

/**
 * Where a new product or package is inserted: into the chosen package, next to the chosen product, or into the
 * entry.
 */
export const insertionPath = (
  kind: ContentRow['kind'],
  chosen: ContentRow | null,
  entryPath: OrderPath,
): OrderPath => {
  const into = chosen?.kind === 'package' ? chosen.path : (chosen?.parent ?? null)
  const lists = into === null ? insideAsset : insidePackage
  return [...(into ?? entryPath), kind === 'product' ? lists.products : lists.packages]
}
