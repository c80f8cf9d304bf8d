import type { Change, RequestContext } from './request-context'
import { idFrom } from './ids'
import { releaseIfEmpty, returnLoans } from './loans'
import { mnemonicOf } from './order-line'
import type { OrderAsset, OrderProduct, RejectField } from './order-line'
import type { PlacedOrder } from './purchases'

/** The customer's order that `srcLicenseOrderId` names; null means all orders of the customer (rule 7). */
const sourceOrder = async (
  placed: PlacedOrder,
  { db }: RequestContext,
  reject: RejectField,
): Promise<number | null> => {
  const { srcLicenseOrderId } = placed.order
  if ((srcLicenseOrderId ?? '') === '') return null
  const row = await db
    .selectFrom('license_orders')
    .select('id')
    .where('id', '=', idFrom(srcLicenseOrderId ?? '') ?? -1)
    .where('customer_id', '=', placed.customerId)
    .where('order_type', '=', 'new_buy')
    .executeTakeFirst()
  return row?.id ?? reject('srcLicenseOrderId', 'order of this customer not found')
}

const requireAssets = async (
  asset: OrderAsset,
  placed: PlacedOrder,
  { db }: RequestContext,
  reject: (message: string) => never,
) => {
  const numbers = asset.assetNos ?? []
  const rows = await db
    .selectFrom('assets')
    .select([
      'id',
      'asset_num',
      'license_type',
      'customer_id',
      'enterprise_id',
      'order_id',
      'borrowed_usb_key',
      'lent_onto',
    ])
    .where('asset_num', 'in', numbers)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = new Map(rows.map((row) => [row.asset_num, row]))
  return numbers.map((assetNum) => {
    const row = found.get(assetNum)
    if (row === undefined) return reject(`asset ${assetNum} not found`)
    if (row.enterprise_id !== placed.enterpriseId) reject(`asset ${assetNum} belongs to another enterprise`)
    if (row.license_type !== placed.order.licenseType)
      reject(`asset ${assetNum} has another license type: ${row.license_type}`)
    return row
  })
}

/** A `delete_asset` order: deletes the assets with their products and packages. */
export const executeAssetDeletion = async (
  placed: PlacedOrder,
  context: RequestContext,
  reject: RejectField,
): Promise<Change[]> => {
  const source = await sourceOrder(placed, context, reject)
  const changes: Change[] = []
  for (const [index, asset] of placed.order.assets.entries()) {
    const rejectNumbers = (message: string) => reject(`assets[${index}].assetNos`, message)
    for (const row of await requireAssets(asset, placed, context, rejectNumbers)) {
      if (source !== null && row.order_id !== source)
        rejectNumbers(`asset ${row.asset_num} does not belong to the original order`)
      if (row.customer_id !== placed.customerId)
        rejectNumbers(`asset ${row.asset_num} belongs to another customer`)
      if (row.borrowed_usb_key) await returnLoans(row.id, context)
      await context.db.deleteFrom('assets').where('id', '=', row.id).execute()
      if (row.lent_onto !== null) await releaseIfEmpty(row.lent_onto, context)
      changes.push({ target: row.asset_num, from: { licenseType: row.license_type }, to: null })
    }
  }
  return changes
}

interface ProductRow {
  readonly product_uri: string
  readonly gms_pid: string | null
  readonly app_key: string | null
  readonly limit_start: number | bigint | null
  readonly limit_end: number | bigint | null
  readonly limit_concurrent: number | null
}

/** Rule 8. `strictMatchWhenDelete` is false if omitted (section 2.1). */
const matchesProduct = (row: ProductRow, product: OrderProduct): boolean => {
  const mnemonic = mnemonicOf(product)
  if (![row.product_uri, row.gms_pid, row.app_key].some((name) => name === mnemonic)) return false
  if (product.strictMatchWhenDelete !== true) return true
  return (
    row.limit_start === (product.limitStartDate ?? null) &&
    row.limit_end === (product.limitEndDate ?? null) &&
    row.limit_concurrent === (product.limitConcurrent ?? null)
  )
}

/**
 * A `delete_product` order: deletes the named products from its assets. A product that is not on the asset is
 * rejected.
 */
export const executeProductDeletion = async (
  placed: PlacedOrder,
  context: RequestContext,
  reject: RejectField,
): Promise<Change[]> => {
  const { db } = context
  const source = await sourceOrder(placed, context, reject)
  const changes: Change[] = []
  for (const [index, asset] of placed.order.assets.entries()) {
    const assets = await requireAssets(asset, placed, context, (message) =>
      reject(`assets[${index}].assetNos`, message),
    )
    for (const row of assets) {
      const storedProducts = await db
        .selectFrom('products')
        .innerJoin('license_orders', 'license_orders.id', 'products.order_id')
        .selectAll('products')
        .where('products.asset_id', '=', row.id)
        .where('license_orders.customer_id', '=', placed.customerId)
        .$if(source !== null, (all) => all.where('products.order_id', '=', source ?? -1))
        .orderBy('products.id')
        .execute()
      const deleted = new Set<(typeof storedProducts)[number]>()
      for (const [productIndex, product] of (asset.products ?? []).entries()) {
        const matching = storedProducts.filter((candidate) => matchesProduct(candidate, product))
        if (matching.length === 0) {
          reject(
            `assets[${index}].products[${productIndex}].productUri`,
            `product not found on asset ${row.asset_num}`,
          )
        }
        for (const one of matching) deleted.add(one)
      }
      const ids = [...deleted].map(({ id }) => id)
      await db.deleteFrom('products').where('id', 'in', ids).execute()
      await db.updateTable('assets').set({ updated_at: context.now }).where('id', '=', row.id).execute()
      for (const product of deleted) {
        changes.push({ target: row.asset_num, from: { productUri: product.product_uri }, to: null })
      }
    }
  }
  return changes
}
