import { licenseTypes } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'
import type { AssetPlan } from './asset-writer'
import { endOfDay, noonOf } from './calendar'
import { allProducts, packages } from './catalog'
import type { SeededEnterprise } from './seed-enterprise'
import type { Random } from './random'

const isNetwork = (type: LicenseType): boolean => type.includes('lan') || type === 'cloud_customer'
const isCertificate = (type: LicenseType): boolean => type.endsWith('softkey')

/** Days from today until a license ends: some have expired, some expire soon, most run on, others never end. */
const drawEnd = (random: Random): number | null => {
  switch (random.weighted({ over: 8, soon: 10, later: 60, never: 22 })) {
    case 'over':
      return -random.between(1, 240)
    case 'soon':
      return random.between(0, 30)
    case 'later':
      return random.between(31, 760)
    case 'never':
      return null
  }
}

/** One to three products. @param end when the license ends, in days from today */
const planProducts = (licenseType: LicenseType, end: number | null, random: Random): AssetPlan['products'] =>
  Array.from({ length: random.weighted({ 1: 50, 2: 35, 3: 15 }) === '1' ? 1 : random.between(2, 3) }, () => ({
    ...random.pick(allProducts),
    limitEnd: end === null ? null : endOfDay(end),
    concurrent: isNetwork(licenseType) ? random.pick([5, 10, 20, 30, 50]) : random.chance(0.02) ? 0 : 1,
    trialEnd: random.chance(0.04) ? endOfDay(random.between(-20, 40)) : null,
  }))

/** A random asset with realistic properties. */
export const planAsset = (
  shellNumber: string,
  licenseType: LicenseType,
  { employeeIds }: SeededEnterprise,
  random: Random,
): AssetPlan => {
  const { isLock, reissuable } = licenseTypes[licenseType]
  const age = random.between(30, 860)
  const end = drawEnd(random)
  const isBorrowed = reissuable && random.chance(0.06)
  // A limit window makes a non-re-issuable lock a large-customer lock (see handlers/locks.ts), so few locks
  // have one.
  const hasWindow = end !== null && (!isLock || reissuable || random.chance(0.15))
  const isAssigned = !isBorrowed && random.chance(0.55)
  return {
    shellNumber,
    licenseType,
    chipType: random.chance(0.35) ? 1 : 2,
    locked: isLock && (reissuable || hasWindow) && random.chance(0.06),
    freezing: isCertificate(licenseType) && random.chance(0.1),
    online: isNetwork(licenseType) && random.chance(0.3),
    isBorrowed,
    ordered: noonOf(-age),
    ...(hasWindow
      ? { limitStart: noonOf(-age), limitEnd: endOfDay(end) }
      : { limitStart: null, limitEnd: null }),
    ...(isAssigned
      ? { assignedTo: random.pick(employeeIds), assignedAt: noonOf(-random.between(1, age)) }
      : { assignedTo: null, assignedAt: null }),
    isNewIndustryProduct: random.chance(0.25),
    products: isBorrowed ? [] : planProducts(licenseType, end, random),
    package: !isBorrowed && random.chance(0.15) ? random.pick(packages) : null,
  }
}
