import { groupBy } from '#shared/group-by'
import type { Documented } from '#shared/model/api/fields'
import type { assetProducts } from '#shared/model/api/member-resources'
import type { Database } from '../store/database'
import { asNumber } from './assets'
import type { Handler } from './request-context'
import { idFrom } from './ids'
import { BusinessException } from './business-exception'

type AssetProducts = Documented<typeof assetProducts>
type Product = NonNullable<AssetProducts['productInstanceList']>[number]
type Merchandise = NonNullable<AssetProducts['children']>[number]

/** Finds an asset by id. 60017 if its enterprise has no authorized customer. */
const requireAsset = async (db: Database, assetId: string) => {
  const id = idFrom(assetId)
  const asset =
    id === null
      ? undefined
      : await db
          .selectFrom('assets')
          .select(['id', 'asset_num', 'license_type', 'enterprise_id'])
          .where('id', '=', id)
          .executeTakeFirst()
  if (asset === undefined) throw new BusinessException('60024', `Asset ${assetId} not found`)
  const customer = await db
    .selectFrom('customers')
    .select('id')
    .where('enterprise_id', '=', asset.enterprise_id)
    .limit(1)
    .executeTakeFirst()
  if (customer === undefined)
    throw new BusinessException('60017', 'The account is not bound to an authorized customer')
  return asset
}
type Asset = Awaited<ReturnType<typeof requireAsset>>

const productsHeldBy = (db: Database, assetId: number) =>
  db
    .selectFrom('products')
    .innerJoin('license_orders', 'license_orders.id', 'products.order_id')
    .innerJoin('order_batches', 'order_batches.id', 'license_orders.batch_id')
    .selectAll('products')
    .select(['license_orders.customer_id', 'order_batches.channel_code', 'order_batches.channel_order_id'])
    .where('products.held_by', '=', assetId)
    .orderBy('products.id')
    .execute()
type ProductRow = Awaited<ReturnType<typeof productsHeldBy>>[number]

const merchandisesHeldBy = (db: Database, assetId: number) =>
  db
    .selectFrom('merchandises')
    .innerJoin('license_orders', 'license_orders.id', 'merchandises.order_id')
    .innerJoin('order_batches', 'order_batches.id', 'license_orders.batch_id')
    .selectAll('merchandises')
    .select(['license_orders.customer_id', 'order_batches.channel_code', 'order_batches.channel_order_id'])
    .where('merchandises.held_by', '=', assetId)
    .orderBy('merchandises.id')
    .execute()
type MerchandiseRow = Awaited<ReturnType<typeof merchandisesHeldBy>>[number]

/** `assetId` is the asset on which the product can be used now, `assetInsId` the one it was bought for. */
const productInstanceOf = (row: ProductRow, holder: Asset): Product => ({
  id: String(row.id),
  licenseType: holder.license_type,
  customerId: String(row.customer_id),
  assetId: String(holder.id),
  assetInsId: String(row.asset_id),
  merchandiseInsId: row.merchandise_id === null ? null : String(row.merchandise_id),
  assetNum: holder.asset_num,
  productUri: row.product_uri,
  gmsPid: row.gms_pid,
  appKey: row.app_key,
  productName: row.product_name,
  channelCode: row.channel_code,
  licenseOrderId: String(row.order_id),
  channelOrderId: row.channel_order_id,
  limitStartTime: asNumber(row.limit_start),
  limitEndTime: asNumber(row.limit_end),
  limitAmount: null,
  limitConcurrent: row.limit_concurrent,
  limitTimeDuration: asNumber(row.limit_time_duration),
  trial: row.trial,
  trialEndDate: asNumber(row.trial_end),
  limitType: row.features === null ? 'basic' : 'feature',
  prodDefExtend: row.features !== null,
  timeDurationExpression: row.time_duration_expression,
  srcLicenseOrderId: row.src_license_order_id,
  createTime: row.created_at,
  updateTime: row.updated_at,
  activateFlag: row.activated,
  crmProductId: row.crm_product_id,
  productExtendInstanceList: [],
})

/**
 * Section 2.2: `children` is null at the lowest level, `productInstanceList` at a level that contains only
 * packages.
 */
const orNull = <Item>(list: Item[]): Item[] | null => (list.length === 0 ? null : list)

/**
 * Member center, operation 7: the products and packages that can be used on an asset now. Lent products are
 * listed under the borrowed lock.
 */
export const listAssetProducts: Handler<'member.listAssetProducts'> = async ({ path }, { db }) => {
  const holder = await requireAsset(db, path.assetId)
  const products = groupBy(await productsHeldBy(db, holder.id), (row) => row.merchandise_id)
  const merchandises = groupBy(await merchandisesHeldBy(db, holder.id), (row) => row.parent_id)

  const productsIn = (merchandiseId: number | null): Product[] =>
    (products.get(merchandiseId) ?? []).map((row) => productInstanceOf(row, holder))
  const childrenOf = (parentId: number | null): Merchandise[] =>
    (merchandises.get(parentId) ?? []).map((row) => toMerchandise(row))
  const toMerchandise = (row: MerchandiseRow): Merchandise => ({
    id: String(row.id),
    licenseType: holder.license_type,
    merchandiseNum: row.merchandise_num,
    merchandiseName: row.merchandise_name,
    parentId: row.parent_id === null ? null : String(row.parent_id),
    parentMerchandiseNum: row.parent_merchandise_num,
    customerId: String(row.customer_id),
    licenseOrderId: String(row.order_id),
    channelOrderId: row.channel_order_id,
    createTime: row.created_at,
    updateTime: row.updated_at,
    channelCode: row.channel_code,
    timeDurationExpression: row.time_duration_expression,
    srcLicenseOrderId: row.src_license_order_id,
    children: orNull(childrenOf(row.id)),
    productInstanceList: orNull(productsIn(row.id)),
  })

  return { productInstanceList: productsIn(null), children: childrenOf(null) }
}
