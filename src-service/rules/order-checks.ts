import { isLicenseType } from '#shared/model/license-types'
import type { Policy } from '../policy'
import { mnemonicOf } from './order-line'
import type { LicenseOrder, OrderAsset, OrderMerchandise, OrderProduct, RefuseField } from './order-line'

type Long = number | bigint | null | undefined

const longest = 2n ** 63n
const longestAssetNumber = 64
const deepestPackage = 16

const isEmpty = (list: readonly unknown[] | null | undefined): boolean => (list?.length ?? 0) === 0

const checkLong = (value: Long, field: string, refuse: RefuseField): void => {
  if (typeof value === 'bigint' && (value >= longest || value < -longest))
    refuse(field, 'is no 64-bit integer')
}

const checkWindow = (
  { limitStartDate: start, limitEndDate: end }: { limitStartDate?: Long; limitEndDate?: Long },
  place: string,
  refuse: RefuseField,
): void => {
  checkLong(start, `${place}.limitStartDate`, refuse)
  checkLong(end, `${place}.limitEndDate`, refuse)
  if (typeof start === 'number' && typeof end === 'number' && end < start) {
    refuse(`${place}.limitEndDate`, 'lies before limitStartDate')
  }
}

const checkProduct = (product: OrderProduct, place: string, refuse: RefuseField): void => {
  if (mnemonicOf(product) === undefined) refuse(`${place}.productUri`, 'must not be empty')
  checkWindow(product, place, refuse)
  checkLong(product.limitTimeDuration, `${place}.limitTimeDuration`, refuse)
  checkLong(product.trialEndDate, `${place}.trialEndDate`, refuse)
  const { limitConcurrent } = product
  if (limitConcurrent !== undefined && (limitConcurrent < 0 || limitConcurrent >= 2 ** 31)) {
    refuse(`${place}.limitConcurrent`, 'must be 0 or more, and below 2147483648')
  }
}

const checkMerchandise = (
  merchandise: OrderMerchandise,
  place: string,
  refuse: RefuseField,
  depth = 1,
): void => {
  if (depth > deepestPackage) refuse(place, `packages are nested more than ${deepestPackage} deep`)
  if ((merchandise.merchandiseNum ?? '').trim() === '') refuse(`${place}.merchandiseNum`, 'must not be empty')
  merchandise.licenseOrderProductList?.forEach((product, index) =>
    checkProduct(product, `${place}.licenseOrderProductList[${index}]`, refuse),
  )
  merchandise.children?.forEach((child, index) =>
    checkMerchandise(child, `${place}.children[${index}]`, refuse, depth + 1),
  )
}

const checkNumbers = (numbers: readonly string[], place: string, refuse: RefuseField): void => {
  numbers.forEach((number, index) => {
    if (number.trim() === '') refuse(`${place}.assetNos[${index}]`, 'must not be empty')
    if (number.length > longestAssetNumber) {
      refuse(`${place}.assetNos[${index}]`, `is longer than ${longestAssetNumber} characters`)
    }
  })
  if (new Set(numbers).size < numbers.length) refuse(`${place}.assetNos`, 'names an asset twice')
}

const checkAsset = (asset: OrderAsset, orderType: string, place: string, refuse: RefuseField): void => {
  checkNumbers(asset.assetNos ?? [], place, refuse)
  // Section 2.1: products may be empty only when orderType is delete_asset. A package brings its own.
  const hasContent = !isEmpty(asset.products) || (orderType === 'new_buy' && !isEmpty(asset.merchandises))
  if (orderType !== 'delete_asset' && !hasContent) refuse(`${place}.products`, 'must not be empty')
  if (orderType !== 'new_buy' && isEmpty(asset.assetNos)) refuse(`${place}.assetNos`, 'must not be empty')
  checkWindow(asset, place, refuse)
  asset.assetExtendList?.forEach(({ extendCode }, index) => {
    if ((extendCode ?? '').trim() === '') {
      refuse(`${place}.assetExtendList[${index}].extendCode`, 'must not be empty')
    }
  })
  asset.products?.forEach((product, index) => checkProduct(product, `${place}.products[${index}]`, refuse))
  asset.merchandises?.forEach((merchandise, index) =>
    checkMerchandise(merchandise, `${place}.merchandises[${index}]`, refuse),
  )
}

/** An order whose own fields stand; what they name is looked up afterwards. */
export type CheckedOrder = LicenseOrder & {
  readonly sequence: number
  readonly licenseType: string
  readonly orderType: NonNullable<LicenseOrder['orderType']>
  readonly assets: OrderAsset[]
}

/** The rules of sections 2.1 and 4.1 that an order can be held against by itself. */
export const checkOrder = (order: LicenseOrder, policy: Policy, refuse: RefuseField): CheckedOrder => {
  const { sequence, licenseType, orderType, assets } = order
  if (sequence === undefined) return refuse('sequence', 'must not be empty')
  if (Math.abs(sequence) >= 2 ** 31) refuse('sequence', 'is no Integer')
  if (orderType === undefined) return refuse('orderType', 'must not be empty')
  if (licenseType === undefined) return refuse('licenseType', 'must not be empty')
  if (!isLicenseType(licenseType)) return refuse('licenseType', 'is none of the 14 license types')
  const { customerType } = order
  if (customerType !== undefined && !['personal', 'company', ''].includes(customerType)) {
    refuse('customerType', 'must be personal or company')
  }
  if (assets === undefined || assets.length === 0) return refuse('assets', 'must not be empty')
  const isDeletion = orderType !== 'new_buy'
  if (
    isDeletion &&
    policy.cloudLicenseTypes.includes(licenseType) &&
    (order.srcLicenseOrderId ?? '') === ''
  ) {
    refuse('srcLicenseOrderId', 'is mandatory where the license type is a cloud license')
  }
  assets.forEach((asset, index) => checkAsset(asset, orderType, `assets[${index}]`, refuse))
  return { ...order, sequence, licenseType, orderType, assets }
}
