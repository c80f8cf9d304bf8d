import { isLicenseType } from '#shared/model/license-types'
import type { Policy } from '../policy'
import { mnemonicOf } from './order-line'
import type { LicenseOrder, OrderAsset, OrderMerchandise, OrderProduct, RefuseField } from './order-line'

type Long = number | bigint | null | undefined

type List = readonly unknown[] | null | undefined

const longest = 2n ** 63n
const longestAssetNumber = 64
const longestExtendCode = 255
const deepestPackage = 16

const isEmpty = (list: List): boolean => (list?.length ?? 0) === 0

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

const checkLength = (list: List, most: number, field: string, refuse: RefuseField): void => {
  if ((list?.length ?? 0) > most) refuse(field, `at most ${most} in one list`)
}

const checkMerchandise = (
  merchandise: OrderMerchandise,
  place: string,
  policy: Policy,
  refuse: RefuseField,
  depth = 1,
): void => {
  if (depth > deepestPackage) refuse(place, `packages are nested more than ${deepestPackage} deep`)
  if ((merchandise.merchandiseNum ?? '').trim() === '') refuse(`${place}.merchandiseNum`, 'must not be empty')
  const { licenseOrderProductList: products, children } = merchandise
  checkLength(products, policy.itemsPerOrderList, `${place}.licenseOrderProductList`, refuse)
  checkLength(children, policy.itemsPerOrderList, `${place}.children`, refuse)
  products?.forEach((product, index) =>
    checkProduct(product, `${place}.licenseOrderProductList[${index}]`, refuse),
  )
  children?.forEach((child, index) =>
    checkMerchandise(child, `${place}.children[${index}]`, policy, refuse, depth + 1),
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

/** The rules for one entry of `assets`; `place` is how a refusal names it. */
export const checkAsset = (
  asset: OrderAsset,
  orderType: string,
  place: string,
  policy: Policy,
  refuse: RefuseField,
): void => {
  checkLength(asset.assetNos, policy.assetsPerCall, `${place}.assetNos`, refuse)
  for (const list of ['products', 'merchandises', 'assetExtendList'] as const) {
    checkLength(asset[list], policy.itemsPerOrderList, `${place}.${list}`, refuse)
  }
  checkNumbers(asset.assetNos ?? [], place, refuse)
  // Section 2.1: products may be empty only when orderType is delete_asset. A package brings its own.
  const hasContent = !isEmpty(asset.products) || (orderType === 'new_buy' && !isEmpty(asset.merchandises))
  if (orderType !== 'delete_asset' && !hasContent) refuse(`${place}.products`, 'must not be empty')
  if (orderType !== 'new_buy' && isEmpty(asset.assetNos)) refuse(`${place}.assetNos`, 'must not be empty')
  checkWindow(asset, place, refuse)
  asset.assetExtendList?.forEach(({ extendCode }, index) => {
    const field = `${place}.assetExtendList[${index}].extendCode`
    if ((extendCode ?? '').trim() === '') refuse(field, 'must not be empty')
    if ((extendCode ?? '').length > longestExtendCode) {
      refuse(field, `is longer than ${longestExtendCode} characters`)
    }
  })
  asset.products?.forEach((product, index) => checkProduct(product, `${place}.products[${index}]`, refuse))
  asset.merchandises?.forEach((merchandise, index) =>
    checkMerchandise(merchandise, `${place}.merchandises[${index}]`, policy, refuse),
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
  assets.forEach((asset, index) => checkAsset(asset, orderType, `assets[${index}]`, policy, refuse))
  return { ...order, sequence, licenseType, orderType, assets }
}
