import type { AssetPlan, PlannedProduct } from './asset-writer'
import { endOfDay, noonOf } from './calendar'
import { packages, products } from './catalogue'
import type { CatalogueProduct } from './catalogue'
import type { Household } from './household'

const nextYear = endOfDay(300)

const on = (product: CatalogueProduct, limitEnd: number | null, concurrent = 1): PlannedProduct => ({
  ...product,
  limitEnd,
  concurrent,
  trialEnd: null,
})

const plain = (shellNumber: string): AssetPlan => ({
  shellNumber,
  licenseType: 'normal_recover_usbkey',
  chipType: 2,
  locked: false,
  freezing: false,
  online: false,
  isBorrowed: false,
  ordered: noonOf(-324),
  limitStart: noonOf(-324),
  limitEnd: nextYear,
  assignedTo: null,
  assignedAt: null,
  isNewIndustryProduct: false,
  products: [on(products.takeoff, nextYear)],
  package: null,
})

const assigned = (employeeId: number | undefined) => ({
  assignedTo: employeeId ?? null,
  assignedAt: noonOf(-120),
})

/** The two people of namedPeople who have locks of the tray, and what of hers the second has lent. */
export const borrowerPlace = 1
export const lentLock = '8000000021'
export const lentAsset = '8000000026'

/**
 * The locks of the tray of simulated locks, one for each thing there is to see. Their numbers stand in the app too,
 * and what is said of them here is what its tour and tests look for.
 */
export const trainingLocks = (enterpriseIndex: number, { employeeIds }: Household): AssetPlan[] => {
  switch (enterpriseIndex) {
    case 0:
      return [
        {
          ...plain('8000000017'),
          ...assigned(employeeIds[0]),
          limitEnd: endOfDay(41),
          isNewIndustryProduct: true,
          products: [on(products.takeoff, endOfDay(41)), on(products.pricing, endOfDay(41))],
        },
        {
          ...plain('8000000018'),
          licenseType: 'normal_recover_lan_usbkey',
          locked: true,
          products: [on(products.services, nextYear, 20), on(products.rebar, nextYear, 20)],
          package: packages[0] ?? null,
        },
        {
          ...plain('8000000019'),
          ...assigned(employeeIds[2]),
          licenseType: 'normal_unrecover_usbkey',
          chipType: 1,
          limitStart: null,
          limitEnd: null,
          products: [on(products.settlement, null)],
        },
        {
          ...plain('8000000020'),
          ...assigned(employeeIds[3]),
          limitEnd: endOfDay(-12),
          products: [on(products.schedule, endOfDay(-12))],
        },
        { ...plain(lentLock), isBorrowed: true, products: [] },
        { ...plain('8000000022'), isBorrowed: true, products: [] },
        { ...plain('8000000024'), ...assigned(employeeIds[4]) },
        { ...plain('8000000025'), chipType: 1, products: [on(products.tender, nextYear)] },
        // Ordinary ones: with these, ten locks of the tray can be disabled one after another.
        { ...plain('8000000015'), ...assigned(employeeIds[4]) },
        plain('8000000016'),
        {
          ...plain(lentAsset),
          ...assigned(employeeIds[borrowerPlace]),
          products: [on(products.model, nextYear), on(products.drawings, nextYear)],
        },
      ]
    case 1:
      return [{ ...plain('8000000023'), ...assigned(employeeIds[0]), chipType: 1 }]
    case 2:
      return [
        {
          ...plain('6000000011'),
          licenseType: 'normal_recover_lan_usbkey',
          products: [on(products.coordination, nextYear, 10)],
          package: packages[2] ?? null,
        },
      ]
    default:
      return []
  }
}
