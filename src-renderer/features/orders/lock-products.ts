import type { LicensedPackage, LicensedProduct, Licences } from '#shared/model/lock-record'
import { textOf } from './order-node'
import type { OrderNode } from './order-node'

/** A product as it stands on one or several locks, for an order that removes it. */
export interface LockProduct {
  readonly name: string
  /** What an order names it by; at least one of them is there. */
  readonly ids: Readonly<Partial<Record<(typeof idNames)[number], string>>>
  /** How many of the locks have it. */
  readonly locks: number
  /** The orders that put it there. */
  readonly orders: readonly string[]
}

const idNames = ['productUri', 'gmsPid', 'appKey'] as const

const inPackages = (packages: readonly LicensedPackage[]): LicensedProduct[] =>
  packages.flatMap((pack) => [...pack.products, ...inPackages(pack.packages)])

const idsOf = (product: LicensedProduct): LockProduct['ids'] =>
  Object.fromEntries(
    idNames.flatMap((name) => {
      const id = product[name]
      return id === null || id.trim() === '' ? [] : [[name, id]]
    }),
  )

/** Every product of the locks once, those in packages included, the most widespread first. */
export const productsOn = (locks: readonly Licences[]): readonly LockProduct[] => {
  const found = new Map<string, LockProduct & { readonly on: Set<number>; readonly from: Set<string> }>()
  for (const [at, { products, packages }] of locks.entries()) {
    for (const product of [...products, ...inPackages(packages)]) {
      const ids = idsOf(product)
      // Without an id no order can name it.
      if (Object.keys(ids).length === 0) continue
      const key = JSON.stringify(idNames.map((name) => ids[name] ?? ''))
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
    .sort((one, other) => other.locks - one.locks || one.name.localeCompare(other.name))
}

/** Whether an order's product names this one. */
export const isNamedBy = (node: OrderNode, { ids }: LockProduct): boolean =>
  idNames.some((name) => ids[name] !== undefined && textOf(node, name).trim() === ids[name])

/** The product as an order names it: by its ids, and by its name for whoever reads the order. */
export const asOrdered = ({ name, ids }: LockProduct): OrderNode => ({
  ...ids,
  ...(name === '' ? {} : { productName: name }),
})
