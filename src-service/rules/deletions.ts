import type { Change, Desk } from './call'
import { idFrom } from './ids'
import { freeIfEmpty, returnLoans } from './loans'
import { mnemonicOf } from './order-line'
import type { OrderAsset, OrderProduct, RefuseField } from './order-line'
import type { PlacedOrder } from './purchases'

/** The order that `srcLicenseOrderId` names, of the same customer; null means all orders of the customer (rule 7). */
const sourceOrder = async (
  placed: PlacedOrder,
  { db }: Desk,
  refuse: RefuseField,
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
  return row?.id ?? refuse('srcLicenseOrderId', 'the customer has no such order')
}

const requireAssets = async (
  asset: OrderAsset,
  placed: PlacedOrder,
  { db }: Desk,
  refuse: (message: string) => never,
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
    if (row === undefined) return refuse(`there is no asset ${assetNum}`)
    if (row.enterprise_id !== placed.enterpriseId) refuse(`${assetNum} belongs to another enterprise`)
    if (row.license_type !== placed.order.licenseType) refuse(`${assetNum} is of type ${row.license_type}`)
    return row
  })
}

/** A `delete_asset` order: the assets go, with everything on them. */
export const carryOutAssetDeletion = async (
  placed: PlacedOrder,
  desk: Desk,
  refuse: RefuseField,
): Promise<Change[]> => {
  const source = await sourceOrder(placed, desk, refuse)
  const changes: Change[] = []
  for (const [index, asset] of placed.order.assets.entries()) {
    const refuseNumbers = (message: string) => refuse(`assets[${index}].assetNos`, message)
    for (const row of await requireAssets(asset, placed, desk, refuseNumbers)) {
      if (source !== null && row.order_id !== source) refuseNumbers(`${row.asset_num} is not of that order`)
      if (row.customer_id !== placed.customerId) refuseNumbers(`${row.asset_num} belongs to another customer`)
      if (row.borrowed_usb_key) await returnLoans(row.id, desk)
      await desk.db.deleteFrom('assets').where('id', '=', row.id).execute()
      if (row.lent_onto !== null) await freeIfEmpty(row.lent_onto, desk)
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

/** Rule 8. `strictMatchWhenDelete` is false where it is left out (section 2.1). */
const isMeant = (row: ProductRow, product: OrderProduct): boolean => {
  const mnemonic = mnemonicOf(product)
  if (![row.product_uri, row.gms_pid, row.app_key].some((name) => name === mnemonic)) return false
  if (product.strictMatchWhenDelete !== true) return true
  return (
    row.limit_start === (product.limitStartDate ?? null) &&
    row.limit_end === (product.limitEndDate ?? null) &&
    row.limit_concurrent === (product.limitConcurrent ?? null)
  )
}

/** A `delete_product` order: the named products go from its assets; naming one that is not there is refused. */
export const carryOutProductDeletion = async (
  placed: PlacedOrder,
  desk: Desk,
  refuse: RefuseField,
): Promise<Change[]> => {
  const { db } = desk
  const source = await sourceOrder(placed, desk, refuse)
  const changes: Change[] = []
  for (const [index, asset] of placed.order.assets.entries()) {
    const assets = await requireAssets(asset, placed, desk, (message) =>
      refuse(`assets[${index}].assetNos`, message),
    )
    for (const row of assets) {
      const there = await db
        .selectFrom('products')
        .innerJoin('license_orders', 'license_orders.id', 'products.order_id')
        .selectAll('products')
        .where('products.asset_id', '=', row.id)
        .where('license_orders.customer_id', '=', placed.customerId)
        .$if(source !== null, (all) => all.where('products.order_id', '=', source ?? -1))
        .orderBy('products.id')
        .execute()
      const going = new Set<(typeof there)[number]>()
      for (const [place, product] of (asset.products ?? []).entries()) {
        const meant = there.filter((candidate) => isMeant(candidate, product))
        if (meant.length === 0) {
          refuse(`assets[${index}].products[${place}].productUri`, `no such product on ${row.asset_num}`)
        }
        for (const one of meant) going.add(one)
      }
      const ids = [...going].map(({ id }) => id)
      await db.deleteFrom('products').where('id', 'in', ids).execute()
      await db.updateTable('assets').set({ updated_at: desk.now }).where('id', '=', row.id).execute()
      for (const product of going) {
        changes.push({ target: row.asset_num, from: { productUri: product.product_uri }, to: null })
      }
    }
  }
  return changes
}
