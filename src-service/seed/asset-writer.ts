import type { LicenseType } from '#shared/model/api/license-types'
import type { CatalogProduct, CatalogPackage } from './catalog'
import type { SeededEnterprise } from './seed-enterprise'
import type { Random } from './random'
import type { SeedRows } from './rows'

export interface PlannedProduct extends CatalogProduct {
  readonly limitEnd: number | null
  readonly concurrent: number
  readonly trialEnd: number | null
}

/** An asset without ids and without an order. */
export interface AssetPlan {
  readonly shellNumber: string
  readonly licenseType: LicenseType
  readonly chipType: 1 | 2
  readonly locked: boolean
  readonly freezing: boolean
  readonly online: boolean
  readonly isBorrowed: boolean
  readonly ordered: number
  readonly limitStart: number | null
  readonly limitEnd: number | null
  readonly assignedTo: number | null
  readonly assignedAt: number | null
  readonly isNewIndustryProduct: boolean
  readonly products: readonly PlannedProduct[]
  readonly package: CatalogPackage | null
}

const assetsPerOrder = 12

/** Every ninth product has a feature, so that both values of limitType occur. */
const sharedByFeature = 9
const exportFeature = [
  {
    featureCode: 'F-EXPORT',
    featureName: '数据导出 Data Export',
    featureValue: '1',
    featureValueType: 'boolean',
    trial: 0,
  },
]

/** First ids of the training data. */
const demoIds = { order: 700_000, asset: 1_000_000, merchandise: 3_000_000, product: 5_000_000 }
export type LastIds = typeof demoIds

/**
 * Creates rows for assets with their orders, products and packages. An order contains up to a dozen assets of
 * one type. `last` holds the last used ids and is updated.
 */
export const createAssetWriter = (rows: SeedRows, random: Random, last: LastIds = { ...demoIds }) => {
  let assetId = last.asset

  const addOrder = ({ enterprise, enterpriseId, customerId }: SeededEnterprise, first: AssetPlan): number => {
    const id = ++last.order
    rows.order_batches.push({
      id: id + 100_000,
      channel_code: enterprise.channelCode,
      channel_order_id: `${enterprise.channelCustomerId}-${String(id - 700_000).padStart(5, '0')}`,
      application_key: 'lock-desk',
      body_hash: '',
      pending_body: null,
      result: '[]',
      failure: null,
      created_at: first.ordered,
    })
    rows.license_orders.push({
      id,
      batch_id: id + 100_000,
      sequence: 1,
      customer_id: customerId,
      enterprise_id: enterpriseId,
      license_type: first.licenseType,
      order_type: 'new_buy',
      src_license_order_id: null,
      created_at: first.ordered,
    })
    return id
  }

  const addProduct = (
    product: PlannedProduct,
    plan: AssetPlan,
    inOrder: number,
    packageId: number | null,
  ): void => {
    const id = ++last.product
    rows.products.push({
      id,
      merchandise_id: packageId,
      asset_id: assetId,
      held_by: assetId,
      order_id: inOrder,
      product_uri: product.uri,
      gms_pid: product.uri,
      app_key: null,
      product_name: product.name,
      product_type: 'standard',
      crm_product_id: `CP${id}`,
      limit_start: plan.ordered,
      limit_end: product.limitEnd,
      limit_concurrent: product.concurrent,
      limit_time_duration: null,
      trial: product.trialEnd === null ? 0 : 1,
      trial_end: product.trialEnd,
      time_duration_expression: product.limitEnd === null ? null : random.pick(['1-0-0', '2-0-0', '3-0-0']),
      src_license_order_id: null,
      activated: random.chance(0.8),
      features: id % sharedByFeature === 0 ? JSON.stringify(exportFeature) : null,
      created_at: plan.ordered,
      updated_at: plan.ordered,
    })
  }

  const addPackage = (
    content: CatalogPackage,
    plan: AssetPlan,
    inOrder: number,
    parent: { id: number; num: string } | null,
  ): void => {
    const id = ++last.merchandise
    rows.merchandises.push({
      id,
      parent_id: parent?.id ?? null,
      asset_id: assetId,
      held_by: assetId,
      order_id: inOrder,
      merchandise_num: content.num,
      merchandise_name: content.name,
      parent_merchandise_num: parent?.num ?? null,
      time_duration_expression: '1-0-0',
      src_license_order_id: null,
      created_at: plan.ordered,
      updated_at: plan.ordered,
    })
    const concurrent = plan.licenseType.includes('lan') ? 10 : 1
    for (const product of content.products) {
      addProduct({ ...product, limitEnd: plan.limitEnd, concurrent, trialEnd: null }, plan, inOrder, id)
    }
    for (const child of content.children) addPackage(child, plan, inOrder, { id, num: content.num })
  }

  const addAsset = (
    plan: AssetPlan,
    { enterpriseId, customerId }: SeededEnterprise,
    inOrder: number,
  ): void => {
    const id = (assetId = ++last.asset)
    rows.assets.push({
      id,
      asset_num: `LD${plan.shellNumber}`,
      key_shell_number: plan.shellNumber,
      license_type: plan.licenseType,
      customer_id: customerId,
      enterprise_id: enterpriseId,
      order_id: inOrder,
      key_chip_type: plan.chipType,
      locked: plan.locked,
      freezing: plan.freezing,
      online: plan.online,
      borrowed_usb_key: plan.isBorrowed,
      limit_start: plan.limitStart,
      limit_end: plan.limitEnd,
      assigned_to: plan.assignedTo,
      assigned_at: plan.assignedAt,
      lent_onto: null,
      lent_to: null,
      created_at: plan.ordered,
      updated_at: plan.assignedAt ?? plan.ordered,
    })
    if (plan.isNewIndustryProduct) {
      rows.asset_extends.push({ asset_id: id, extend_code: 'gxxp', extend_value: '1' })
    }
    for (const product of plan.products) addProduct(product, plan, inOrder, null)
    if (plan.package) addPackage(plan.package, plan, inOrder, null)
  }

  return (seededEnterprise: SeededEnterprise, plans: readonly AssetPlan[]): void => {
    const open = new Map<LicenseType, { readonly id: number; left: number }>()
    for (const plan of plans) {
      let order = open.get(plan.licenseType)
      if (order === undefined || order.left === 0) {
        order = { id: addOrder(seededEnterprise, plan), left: assetsPerOrder }
        open.set(plan.licenseType, order)
      }
      order.left -= 1
      addAsset(plan, seededEnterprise, order.id)
    }
  }
}
export type AssetWriter = ReturnType<typeof createAssetWriter>
