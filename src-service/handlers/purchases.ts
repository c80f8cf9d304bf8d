import type { Change, RequestContext } from './request-context'
import { mnemonicOf } from './order-line'
import type { OrderAsset, OrderMerchandise, OrderProduct, RejectField } from './order-line'
import type { CheckedOrder } from './order-checks'
import type { OrderParties } from './order-parties'
import { allocateShellNumbers } from './shell-numbers'

export interface PlacedOrder extends OrderParties {
  readonly licenseOrderId: number
  readonly order: CheckedOrder
}

interface ProductPlace {
  readonly assetId: number
  readonly orderId: number
  readonly merchandiseId: number | null
}

/** The stored columns of an ordered product. */
export const productColumns = (product: OrderProduct) => {
  const uri = mnemonicOf(product) ?? ''
  return {
    product_uri: uri,
    gms_pid: product.gmsPid ?? null,
    app_key: product.appKey ?? null,
    product_name: product.productName ?? uri,
    product_type: product.productType ?? null,
    crm_product_id: product.crmProductId ?? null,
    limit_start: product.limitStartDate ?? null,
    limit_end: product.limitEndDate ?? null,
    limit_concurrent: product.limitConcurrent ?? null,
    limit_time_duration: product.limitTimeDuration ?? null,
    trial: product.trial ?? 0,
    trial_end: product.trialEndDate ?? null,
    time_duration_expression: product.timeDurationExpression ?? null,
    src_license_order_id: product.srcLicenseOrderId ?? null,
    features: product.productFeatures ? JSON.stringify(product.productFeatures, bigintAsText) : null,
  }
}

const addProducts = async (
  products: readonly OrderProduct[],
  place: ProductPlace,
  { db, now }: RequestContext,
): Promise<void> => {
  if (products.length === 0) return
  const rows = products.map((product) => ({
    merchandise_id: place.merchandiseId,
    asset_id: place.assetId,
    held_by: place.assetId,
    order_id: place.orderId,
    ...productColumns(product),
    created_at: now,
    updated_at: now,
  }))
  await db.insertInto('products').values(rows).execute()
}

/** JSON.stringify cannot write a bigint, so a Long beyond 2^53 in a feature is stored as text. */
const bigintAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

const addMerchandise = async (
  merchandise: OrderMerchandise,
  parent: { readonly id: number; readonly num: string } | null,
  place: ProductPlace,
  context: RequestContext,
): Promise<void> => {
  const { db, now } = context
  const num = merchandise.merchandiseNum ?? ''
  const { id } = await db
    .insertInto('merchandises')
    .values({
      parent_id: parent?.id ?? null,
      asset_id: place.assetId,
      held_by: place.assetId,
      order_id: place.orderId,
      merchandise_num: num,
      merchandise_name: merchandise.merchandiseName ?? num,
      parent_merchandise_num: merchandise.parentMerchandiseNum ?? parent?.num ?? null,
      time_duration_expression: merchandise.timeDurationExpression ?? null,
      src_license_order_id: null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addProducts(merchandise.licenseOrderProductList ?? [], { ...place, merchandiseId: id }, context)
  for (const child of merchandise.children ?? []) await addMerchandise(child, { id, num }, place, context)
}

/**
 * Finds or creates the asset with that number. An order adds to an existing asset of the same enterprise and
 * license type.
 */
const findOrCreateAsset = async (
  assetNum: string,
  asset: OrderAsset,
  { order, customerId, enterpriseId, licenseOrderId }: PlacedOrder,
  { db, now, policy }: RequestContext,
  reject: (message: string) => never,
): Promise<number> => {
  const existing = await db
    .selectFrom('assets')
    .select(['id', 'enterprise_id', 'license_type'])
    .where('asset_num', '=', assetNum)
    .forUpdate()
    .executeTakeFirst()
  if (existing !== undefined) {
    if (existing.enterprise_id !== enterpriseId) reject(`asset ${assetNum} belongs to another enterprise`)
    if (existing.license_type !== order.licenseType)
      reject(`asset ${assetNum} has another license type: ${existing.license_type}`)
    await db.updateTable('assets').set({ updated_at: now }).where('id', '=', existing.id).execute()
    return existing.id
  }
  const { id } = await db
    .insertInto('assets')
    .values({
      asset_num: assetNum,
      key_shell_number: assetNum.replace(/\D/g, ''),
      license_type: order.licenseType,
      customer_id: customerId,
      enterprise_id: enterpriseId,
      order_id: licenseOrderId,
      key_chip_type: policy.newLockChipType,
      borrowed_usb_key: asset.borrowedUsbKey ?? false,
      limit_start: asset.limitStartDate ?? null,
      limit_end: asset.limitEndDate ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const addExtensions = async (assetId: number, asset: OrderAsset, { db }: RequestContext): Promise<void> => {
  for (const { extendCode = '', extendValue = '' } of asset.assetExtendList ?? []) {
    await db
      .insertInto('asset_extends')
      .values({ asset_id: assetId, extend_code: extendCode, extend_value: extendValue })
      .onConflict((conflict) =>
        conflict.columns(['asset_id', 'extend_code']).doUpdateSet({ extend_value: extendValue }),
      )
      .execute()
  }
}

/**
 * A `new_buy` order: creates assets with their products and packages. If it names no asset number, the service
 * allocates one.
 */
export const executePurchase = async (
  placed: PlacedOrder,
  context: RequestContext,
  reject: RejectField,
): Promise<Change[]> => {
  const changes: Change[] = []
  for (const [index, asset] of placed.order.assets.entries()) {
    const requestedNumbers = asset.assetNos ?? []
    const numbers =
      requestedNumbers.length > 0
        ? requestedNumbers
        : (await allocateShellNumbers(context.db, context.policy, 1)).map(
            (digitString) => context.policy.assetNumberPrefix + digitString,
          )
    for (const assetNum of numbers) {
      const assetId = await findOrCreateAsset(assetNum, asset, placed, context, (message) =>
        reject(`assets[${index}].assetNos`, message),
      )
      const place = { assetId, orderId: placed.licenseOrderId, merchandiseId: null }
      await addExtensions(assetId, asset, context)
      await addProducts(asset.products ?? [], place, context)
      for (const merchandise of asset.merchandises ?? [])
        await addMerchandise(merchandise, null, place, context)
      const purchase = {
        licenseOrderId: String(placed.licenseOrderId),
        licenseType: placed.order.licenseType,
      }
      changes.push({ target: assetNum, from: null, to: purchase })
    }
  }
  return changes
}
