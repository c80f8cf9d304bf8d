import { isLicenseType, licenseTypes } from '#shared/model/license-types'
import type { Licences, LicensedPackage, LicensedProduct, LockRecord } from '#shared/model/lock-record'
import type { Language } from '../i18n/i18n'

/** The type as people call it; a type that the platform added since is shown as the platform calls it. */
export const typeName = (record: LockRecord, language: Language): string | null => {
  const { licenseType } = record
  if (licenseType === null) return null
  return isLicenseType(licenseType) ? licenseTypes[licenseType][language] : licenseType
}

/** Whether disabling and enabling may be refused for the type (rule 9 of the API document): a warning, no bar. */
export const mayRefuse = (record: LockRecord): boolean =>
  record.licenseType !== null &&
  isLicenseType(record.licenseType) &&
  !licenseTypes[record.licenseType].reissuable

/** Every product, those in packages included, in the order of the tree. */
export const allProducts = (licences: Licences): readonly LicensedProduct[] => {
  const inside = (pack: LicensedPackage): LicensedProduct[] => [
    ...pack.products,
    ...pack.packages.flatMap(inside),
  ]
  return [...licences.products, ...licences.packages.flatMap(inside)]
}

/**
 * When a lock's licences first end, ms since 1970: the asset's own end, else the earliest of its products (the
 * API document says an asset's end “may be empty”). Null where nothing ends, or it is not known.
 */
export const firstEnd = (record: LockRecord, licences: Licences | null): number | null => {
  if (record.limitEnd !== null) return record.limitEnd
  if (licences === null) return null
  const ends = allProducts(licences).flatMap(({ limitEnd }) => (limitEnd === null ? [] : [limitEnd]))
  return ends.length === 0 ? null : Math.min(...ends)
}
