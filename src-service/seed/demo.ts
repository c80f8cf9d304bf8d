import type { licenseTypes } from '#shared/model/license-types'
import { createAssetWriter } from './asset-writer'
import type { AssetPlan } from './asset-writer'
import { seedEnterprises } from './enterprises'
import { addHousehold } from './household'
import type { Household } from './household'
import { lendLocks, lendTrayLock } from './lending'
import { planAsset } from './asset-plan'
import { createRandom } from './random'
import type { Random } from './random'
import { createRows } from './rows'
import type { SeedRows } from './rows'
import { trainingLocks } from './training-locks'

/** The number that the training data are drawn from; another gives other data. */
export const usualDraw = 20250101

/**
 * Of the rows below as usually drawn, as a test checks: written down here, because making them only to compare takes a fifth of a
 * second of every first start.
 */
export const demoDigest = 'Nr3MiFdKuOzqA7h90s7zXAE1qkdH8p3EH8FC_nWm22k'

/** Licence types as often as a company of the field has them; every one occurs in each of the larger ones. */
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
 * The training data: enterprises, their people and their assets, the same at every call with the same number. The first locks are those
 * of the tray of simulated locks (training-locks.ts); 8000009999 is on none, so that there is one to show as
 * unknown.
 */
export const buildDemo = (drawnFrom = usualDraw): SeedRows => {
  const random = createRandom(drawnFrom)
  const rows = createRows()
  const write = createAssetWriter(rows, random)
  const nextSerial = { '8': 27, '6': 12 }

  for (const [index, enterprise] of seedEnterprises.entries()) {
    const household = addHousehold(rows, enterprise, index, random)
    const first: AssetPlan[] = trainingLocks(index, household)
    const rest = enterprise.assets - first.length
    const plans = Array.from({ length: rest }, () =>
      drawAsset(enterprise.region, nextSerial[enterprise.region]++, household, random),
    )
    write(household, [...first, ...plans])
  }
  lendTrayLock(rows)
  return withLoans(rows, random)
}

/** An asset of any type, as often as companies have them. */
export const drawAsset = (region: string, serial: number, household: Household, random: Random): AssetPlan =>
  planAsset(region + String(serial).padStart(9, '0'), random.weighted(weights), household, random)

/** Lends some of the borrowed locks, and puts the rows in an order they can be inserted in. */
export const withLoans = (rows: SeedRows, random: Random): SeedRows => {
  lendLocks(rows, random)
  // Borrowed locks first: a lent asset points at one.
  rows.assets.sort((one, other) => Number(other.borrowed_usb_key) - Number(one.borrowed_usb_key))
  return rows
}
