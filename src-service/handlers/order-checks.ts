import { limits } from '#shared/model/api/limits'
import { partsOf } from '#shared/model/orders/order-fields'
import { writePath } from '#shared/model/orders/order-node'
import type { Problem } from '#shared/model/orders/order-problems'
import { headProblems, partProblems } from '#shared/model/orders/order-rules'
import type { OrderRules } from '#shared/model/orders/order-rules'
import type { Policy } from '../policy'
import type { LicenseOrder, OrderAsset, RejectField } from './order-line'

// The rules themselves are in src-shared; the message of a BusinessException is in English.

const rulesOf = ({ assetsPerCall, itemsPerOrderList, cloudLicenseTypes }: Policy): OrderRules => ({
  assetsPerEntry: assetsPerCall,
  itemsPerList: itemsPerOrderList,
  needsSource: (licenseType) => cloudLicenseTypes.some((type) => type === licenseType),
})

const messageOf = ({ code, detail }: Problem): string => {
  switch (code) {
    case 'too-long':
      return `must not be longer than ${detail} characters`
    case 'number-too-long':
      return `must not be longer than ${String(limits.assetNumber)} characters`
    case 'too-many':
      return `must not have more than ${detail} entries`
    case 'too-deep':
      return `must not have more than ${detail} levels of packages`
    case 'too-large':
      return `must not be more than ${detail}`
    case 'negative':
      return 'must not be negative'
    case 'end-before-start':
      return 'must not be before limitStartDate'
    case 'duplicate':
      return `must not list ${detail} twice`
    case 'type-not-known':
      return 'must be one of the 14 license types'
    case 'one-of':
      return `must be one of ${detail}`
    case 'cloud-source':
      return 'is required for cloud licenses'
    default:
      return 'must not be empty'
  }
}

/** Checks one entry of `assets`; `place` is its path in the message of a BusinessException. */
export const checkAsset = (
  asset: OrderAsset,
  orderType: string,
  place: string,
  policy: Policy,
  reject: RejectField,
): void => {
  const rules = rulesOf(policy)
  for (const part of partsOf(asset, 'asset')) {
    const [problem] = partProblems(part, orderType, rules)
    if (problem !== undefined) reject(`${place}.${writePath(problem.path)}`, messageOf(problem))
  }
}

/** An order whose own fields are valid. The objects it refers to are checked later. */
export type CheckedOrder = LicenseOrder & {
  readonly sequence: number
  readonly licenseType: string
  readonly orderType: NonNullable<LicenseOrder['orderType']>
  readonly assets: OrderAsset[]
}

/** Checks the rules of sections 2.1 and 4.1 that need nothing but the order itself. */
export const checkOrder = (order: LicenseOrder, policy: Policy, reject: RejectField): CheckedOrder => {
  const [problem] = headProblems(order, rulesOf(policy))
  if (problem !== undefined) reject(writePath(problem.path), messageOf(problem))
  // No field that CheckedOrder requires is missing: its absence is a problem.
  const checked = order as CheckedOrder
  checked.assets.forEach((asset, index) =>
    checkAsset(asset, checked.orderType, `assets[${index}]`, policy, reject),
  )
  return checked
}
