import type { licenseTypes } from '#shared/model/api/license-types'
import { createAssetWriter } from './asset-writer'
import type { AssetPlan } from './asset-writer'
import { seedEnterprises } from './enterprises'
import { addSeedEnterprise } from './seed-enterprise'
import type { SeededEnterprise } from './seed-enterprise'
import { lendLocks, lendSimulatedLock } from './lending'
import { planAsset } from './asset-plan'
import { createRandom } from './random'
import type { Random } from './random'
import { createRows } from './rows'
import type { SeedRows } from './rows'
import { trainingLocks } from './training-locks'

/** The default random seed of the training data. */
export const defaultRandomSeed = 20250101

/**
 * Digest of the rows generated with the default seed; a test verifies it. It is a constant because generating
 * the rows for a comparison would add 0.2 s to every first start.
 */
export const demoDigest = 'vODz3MvTOHhJkFAFIMn_CiCTIE9mcr3_DFCww2Tp8Gc'

/** Relative frequency of the license types in an enterprise. All types occur in each of the larger enterprises. */
const weights: Readonly<Record<keyof typeof licenseTypes, number>> = {
  normal_recover_usbkey: 28,
  normal_recover_lan_usbkey: 13,
  normal_unrecover_usbkey: 12,
  normal_unrecover_lan_usbkey: 6,
  identity_usbkey: 3,
  identity_lan_usbkey: 2,
  softkey: 8,
  lan_softkey: 5,
  product_entity: 3,
  cloud_account: 9,
  cloud_customer: 2,
  cloud_personal: 3,
  lk_product_usbkey: 3,
  lk_auth_usbkey: 3,
}

/**
 * The training data: enterprises, employees and assets, always the same for the same seed. The first locks are
 * those of the lock simulator (training-locks.ts). No lock has the number 8000009999, so that the app can show
 * an unknown lock.
 */
export const buildDemo = (randomSeed = defaultRandomSeed): SeedRows => {
  const random = createRandom(randomSeed)
  const rows = createRows()
  const write = createAssetWriter(rows, random)
  const nextSerial = { '8': 27, '6': 12 }

  for (const [index, enterprise] of seedEnterprises.entries()) {
    const seededEnterprise = addSeedEnterprise(rows, enterprise, index, random)
    const first: AssetPlan[] = trainingLocks(index, seededEnterprise)
    const rest = enterprise.assets - first.length
    const plans = Array.from({ length: rest }, () =>
      drawAsset(enterprise.region, nextSerial[enterprise.region]++, seededEnterprise, random),
    )
    write(seededEnterprise, [...first, ...plans])
  }
  lendSimulatedLock(rows)
  return withLoans(rows, random)
}

/** A random asset; the license types have the frequencies above. */
export const drawAsset = (
  region: string,
  serial: number,
  seededEnterprise: SeededEnterprise,
  random: Random,
): AssetPlan =>
  planAsset(region + String(serial).padStart(9, '0'), random.weighted(weights), seededEnterprise, random)

/** Lends some of the borrowed locks and sorts the rows for insertion. */
export const withLoans = (rows: SeedRows, random: Random): SeedRows => {
  lendLocks(rows, random)
  // Borrowed locks first, because lent assets reference them.
  rows.assets.sort((one, other) => Number(other.borrowed_usb_key) - Number(one.borrowed_usb_key))
  return rows
}
