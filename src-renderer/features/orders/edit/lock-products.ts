import type { LicensedPackage, LicensedProduct, Licenses } from '#shared/model/locks/lock-record'
import type { Language } from '../../../i18n/i18n'
import { productIds } from '#shared/model/orders/order-fields'
import { textOf } from '#shared/model/orders/order-node'
import type { OrderNode } from '#shared/model/orders/order-node'

/** A product on one or more locks, for an order that removes it. */
export interface LockProduct {
  readonly name: string
  /** The IDs by which an order names it; at least one is present. */
  readonly ids: Readonly<Partial<Record<(typeof productIds)[number], string>>>
  /** The number of locks that have it. */
  readonly locks: number
  /** The orders that added it. */
  readonly orders: readonly string[]
}

const inPackages = (packages: readonly LicensedPackage[]): LicensedProduct[] =>
  packages.flatMap((pack) => [...pack.products, ...inPackages(pack.packages)])

const idsOf = (product: LicensedProduct): LockProduct['ids'] =>
  Object.fromEntries(
    productIds.flatMap((name) => {
      const id = product[name]
      return id === null || id.trim() === '' ? [] : [[name, id]]
    }),
  )

/** The distinct products of the locks, including those in packages, the most common first. */
export const productsOfLocks = (locks: readonly Licenses[], language: Language): readonly LockProduct[] => {
  const found = new Map<string, LockProduct & { readonly on: Set<number>; readonly from: Set<string> }>()
  for (const [at, { products, packages }] of locks.entries()) {
    for (const product of [...products, ...inPackages(packages)]) {
      const ids = idsOf(product)
      // Without an ID no order can name it.
      if (Object.keys(ids).length === 0) continue
      const key = JSON.stringify(productIds.map((name) => ids[name] ?? ''))
      const known = found.get(key) ?? {
        name: product.name,
        ids,
        locks: 0,
        orders: [],
        on: new Set(),
        from: new Set(),
      }
      known.on.add(at)
      if (product.licenseOrderId !== null) known.from.add(product.licenseOrderId)
      found.set(key, known)
    }
  }
  return [...found.values()]
    .map(({ name, ids, on, from }) => ({ name, ids, locks: on.size, orders: [...from].sort() }))
    .sort((a, b) => b.locks - a.locks || a.name.localeCompare(b.name, language))
}

/** Whether an order's product refers to this one. */
export const refersTo = (node: OrderNode, { ids }: LockProduct): boolean =>
  productIds.some((name) => ids[name] !== undefined && textOf(node, name).trim() === ids[name])

/** The product for an order: its IDs, and its name for readers. */
export const toOrderProduct = ({ name, ids }: LockProduct): OrderNode => ({
  ...ids,
  ...(name === '' ? {} : { productName: name }),
})
