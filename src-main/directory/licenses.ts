import type { Licenses, LicensedPackage, LicensedProduct } from '#shared/model/locks/lock-record'
import type { AssetProducts, MerchandiseInstance, ProductInstance } from '#shared/model/api/member-resources'
import { readEnd } from '#shared/model/api/timestamp'
import type { TimeReading } from '#shared/model/api/timestamp'

/** Converts the response of member operation 7. */
export const licensesOf = (answer: AssetProducts, times: TimeReading): Licenses => {
  let count = 0
  const product = (from: ProductInstance): LicensedProduct => {
    count += 1
    return {
      name: from.productName ?? from.gmsPid ?? from.productUri ?? '',
      productUri: from.productUri,
      gmsPid: from.gmsPid,
      appKey: from.appKey,
      licenseOrderId: from.licenseOrderId,
      concurrentNodes: from.limitConcurrent,
      limitEnd: readEnd(from.limitEndTime, times),
      trial: from.trial === 1,
    }
  }
  const bundle = (from: MerchandiseInstance): LicensedPackage => ({
    name: from.merchandiseName ?? from.merchandiseNum ?? '',
    products: (from.productInstanceList ?? []).map(product),
    packages: (from.children ?? []).map(bundle),
  })
  const products = (answer.productInstanceList ?? []).map(product)
  const packages = (answer.children ?? []).map(bundle)
  return { products, packages, count }
}
