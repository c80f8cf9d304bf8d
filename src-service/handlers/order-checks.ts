import { isLicenseType } from '#shared/model/api/license-types'
import type { Policy } from '../policy'
import { mnemonicOf } from './order-line'
import type { LicenseOrder, OrderAsset, OrderMerchandise, OrderProduct, RejectField } from './order-line'

type Long = number | bigint | null | undefined

type List = readonly unknown[] | null | undefined

const int64Limit = 2n ** 63n
const maxAssetNumberLength = 64
const maxExtendCodeLength = 255
const maxPackageDepth = 16

const isEmpty = (list: List): boolean => (list?.length ?? 0) === 0

const checkLong = (value: Long, field: string, reject: RejectField): void => {
  if (typeof value === 'bigint' && (value >= int64Limit || value < -int64Limit))
    reject(field, 'must be a 64-bit integer')
}

const checkWindow = (
  { limitStartDate: start, limitEndDate: end }: { limitStartDate?: Long; limitEndDate?: Long },
  place: string,
  reject: RejectField,
): void => {
  checkLong(start, `${place}.limitStartDate`, reject)
  checkLong(end, `${place}.limitEndDate`, reject)
  if (typeof start === 'number' && typeof end === 'number' && end < start) {
    reject(`${place}.limitEndDate`, 'must not be before limitStartDate')
  }
}

const checkProduct = (product: OrderProduct, place: string, reject: RejectField): void => {
  if (mnemonicOf(product) === undefined) reject(`${place}.productUri`, 'must not be empty')
  checkWindow(product, place, reject)
  checkLong(product.limitTimeDuration, `${place}.limitTimeDuration`, reject)
  checkLong(product.trialEndDate, `${place}.trialEndDate`, reject)
  const { limitConcurrent } = product
  if (limitConcurrent !== undefined && (limitConcurrent < 0 || limitConcurrent >= 2 ** 31)) {
    reject(`${place}.limitConcurrent`, 'must be between 0 and 2147483647')
  }
}

const checkLength = (list: List, max: number, field: string, reject: RejectField): void => {
  if ((list?.length ?? 0) > max) reject(field, `must not have more than ${max} entries`)
}

const checkMerchandise = (
  merchandise: OrderMerchandise,
  place: string,
  policy: Policy,
  reject: RejectField,
  depth = 1,
): void => {
  if (depth > maxPackageDepth) reject(place, `must not have more than ${maxPackageDepth} levels of packages`)
  if ((merchandise.merchandiseNum ?? '').trim() === '') reject(`${place}.merchandiseNum`, 'must not be empty')
  const { licenseOrderProductList: products, children } = merchandise
  checkLength(products, policy.itemsPerOrderList, `${place}.licenseOrderProductList`, reject)
  checkLength(children, policy.itemsPerOrderList, `${place}.children`, reject)
  products?.forEach((product, index) =>
    checkProduct(product, `${place}.licenseOrderProductList[${index}]`, reject),
  )
  children?.forEach((child, index) =>
    checkMerchandise(child, `${place}.children[${index}]`, policy, reject, depth + 1),
  )
}

const checkNumbers = (numbers: readonly string[], place: string, reject: RejectField): void => {
  numbers.forEach((number, index) => {
    if (number.trim() === '') reject(`${place}.assetNos[${index}]`, 'must not be empty')
    if (number.length > maxAssetNumberLength) {
      reject(`${place}.assetNos[${index}]`, `must not be longer than ${maxAssetNumberLength} characters`)
    }
  })
  if (new Set(numbers).size < numbers.length) reject(`${place}.assetNos`, 'must not list an asset twice')
}

/** Checks one entry of `assets`; `place` is its path in the message of a BusinessException. */
export const checkAsset = (
  asset: OrderAsset,
  orderType: string,
  place: string,
  policy: Policy,
  reject: RejectField,
): void => {
  checkLength(asset.assetNos, policy.assetsPerCall, `${place}.assetNos`, reject)
  for (const list of ['products', 'merchandises', 'assetExtendList'] as const) {
    checkLength(asset[list], policy.itemsPerOrderList, `${place}.${list}`, reject)
  }
  checkNumbers(asset.assetNos ?? [], place, reject)
  // Section 2.1: products may be empty only if orderType is delete_asset. A package contains its own products.
  const hasContent = !isEmpty(asset.products) || (orderType === 'new_buy' && !isEmpty(asset.merchandises))
  if (orderType !== 'delete_asset' && !hasContent) reject(`${place}.products`, 'must not be empty')
  if (orderType !== 'new_buy' && isEmpty(asset.assetNos)) reject(`${place}.assetNos`, 'must not be empty')
  checkWindow(asset, place, reject)
  asset.assetExtendList?.forEach(({ extendCode }, index) => {
    const field = `${place}.assetExtendList[${index}].extendCode`
    if ((extendCode ?? '').trim() === '') reject(field, 'must not be empty')
    if ((extendCode ?? '').length > maxExtendCodeLength) {
      reject(field, `must not be longer than ${maxExtendCodeLength} characters`)
    }
  })
  asset.products?.forEach((product, index) => checkProduct(product, `${place}.products[${index}]`, reject))
  asset.merchandises?.forEach((merchandise, index) =>
    checkMerchandise(merchandise, `${place}.merchandises[${index}]`, policy, reject),
  )
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
  const { sequence, licenseType, orderType, assets } = order
  if (sequence === undefined) return reject('sequence', 'must not be empty')
  if (Math.abs(sequence) >= 2 ** 31) reject('sequence', 'must be a 32-bit integer')
  if (orderType === undefined) return reject('orderType', 'must not be empty')
  if (licenseType === undefined) return reject('licenseType', 'must not be empty')
  if (!isLicenseType(licenseType)) return reject('licenseType', 'must be one of the 14 license types')
  const { customerType } = order
  if (customerType !== undefined && !['personal', 'company', ''].includes(customerType)) {
    reject('customerType', 'must be personal or company')
  }
  if (assets === undefined || assets.length === 0) return reject('assets', 'must not be empty')
  const isDeletion = orderType !== 'new_buy'
  if (
    isDeletion &&
    policy.cloudLicenseTypes.includes(licenseType) &&
    (order.srcLicenseOrderId ?? '') === ''
  ) {
    reject('srcLicenseOrderId', 'is required for cloud licenses')
  }
  assets.forEach((asset, index) => checkAsset(asset, orderType, `assets[${index}]`, policy, reject))
  return { ...order, sequence, licenseType, orderType, assets }
}
