import { isLicenseType, licenseTypes } from '#shared/model/api/license-types'
import type { EndTime } from '#shared/model/api/timestamp'
import type { Licenses, LicensedPackage, LicensedProduct, LockRecord } from '#shared/model/locks/lock-record'
import type { Language } from '../../i18n/i18n'

/** The type's name in the app's language; an unknown type keeps the platform's name. */
export const typeName = (record: LockRecord, language: Language): string | null => {
  const { licenseType } = record
  if (licenseType === null) return null
  return isLicenseType(licenseType) ? licenseTypes[licenseType][language] : licenseType
}

/**
 * Whether the platform may reject disabling and enabling for the type (docs/api.md, section 4.1, rule 9): it
 * causes a warning only.
 */
export const mayBeRejected = (record: LockRecord): boolean =>
  record.licenseType !== null &&
  isLicenseType(record.licenseType) &&
  !licenseTypes[record.licenseType].reissuable

/** Every product, including those in packages, in tree order. */
export const allProducts = (licenses: Licenses): readonly LicensedProduct[] => {
  const inside = (pack: LicensedPackage): LicensedProduct[] => [
    ...pack.products,
    ...pack.packages.flatMap(inside),
  ]
  return [...licenses.products, ...licenses.packages.flatMap(inside)]
}

/**
 * When a lock's licenses first end: the asset's own end, otherwise the earliest end of its products (by docs/api.md
 * an asset's end “may be empty”), or an unknown one if none is known. Null if there is no end or no list of products.
 */
export const firstEnd = (record: LockRecord, licenses: Licenses | null): EndTime => {
  if (record.limitEnd !== null) return record.limitEnd
  if (licenses === null) return null
  const ends = allProducts(licenses).map(({ limitEnd }) => limitEnd)
  const known = ends.filter((end) => typeof end === 'number')
  return known.length > 0 ? Math.min(...known) : (ends.find((end) => end !== null) ?? null)
}
