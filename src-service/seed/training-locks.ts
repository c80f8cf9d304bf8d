import type { AssetPlan, PlannedProduct } from './asset-writer'
import { endOfDay, noonOf } from './calendar'
import { packages, products } from './catalog'
import type { CatalogProduct } from './catalog'
import type { SeededEnterprise } from './seed-enterprise'

const nextYear = endOfDay(300)

const plannedProduct = (
  product: CatalogProduct,
  limitEnd: number | null,
  concurrent = 1,
): PlannedProduct => ({
  ...product,
  limitEnd,
  concurrent,
  trialEnd: null,
})

const plainAsset = (shellNumber: string): AssetPlan => ({
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
  products: [plannedProduct(products.takeoff, nextYear)],
  package: null,
})

const assignmentTo = (employeeId: number | undefined) => ({
  assignedTo: employeeId ?? null,
  assignedAt: noonOf(-120),
})

/** The second of namedEmployees is the borrower: the borrowed lock and the asset lent to it. */
export const borrowerIndex = 1
export const lentLock = '8000000021'
export const lentAsset = '8000000026'

/**
 * The locks of the lock simulator, one for each case to show. The app contains their numbers too, and its tour
 * and tests rely on these properties.
 */
export const trainingLocks = (enterpriseIndex: number, { employeeIds }: SeededEnterprise): AssetPlan[] => {
  switch (enterpriseIndex) {
    case 0:
      return [
        {
          ...plainAsset('8000000017'),
          ...assignmentTo(employeeIds[0]),
          limitEnd: endOfDay(41),
          isNewIndustryProduct: true,
          products: [
            plannedProduct(products.takeoff, endOfDay(41)),
            plannedProduct(products.pricing, endOfDay(41)),
          ],
        },
        {
          ...plainAsset('8000000018'),
          licenseType: 'normal_recover_lan_usbkey',
          locked: true,
          products: [
            plannedProduct(products.services, nextYear, 20),
            plannedProduct(products.rebar, nextYear, 20),
          ],
          package: packages[0] ?? null,
        },
        {
          ...plainAsset('8000000019'),
          ...assignmentTo(employeeIds[2]),
          licenseType: 'normal_unrecover_usbkey',
          chipType: 1,
          limitStart: null,
          limitEnd: null,
          products: [plannedProduct(products.settlement, null)],
        },
        {
          ...plainAsset('8000000020'),
          ...assignmentTo(employeeIds[3]),
          limitEnd: endOfDay(-12),
          products: [plannedProduct(products.schedule, endOfDay(-12))],
        },
        { ...plainAsset(lentLock), isBorrowed: true, products: [] },
        { ...plainAsset('8000000022'), isBorrowed: true, products: [] },
        { ...plainAsset('8000000024'), ...assignmentTo(employeeIds[4]) },
        { ...plainAsset('8000000025'), chipType: 1, products: [plannedProduct(products.tender, nextYear)] },
        // Ordinary locks: with these, continuous mode can disable ten simulated locks in a row.
        { ...plainAsset('8000000015'), ...assignmentTo(employeeIds[4]) },
        plainAsset('8000000016'),
        {
          ...plainAsset(lentAsset),
          ...assignmentTo(employeeIds[borrowerIndex]),
          products: [plannedProduct(products.model, nextYear), plannedProduct(products.drawings, nextYear)],
        },
      ]
    case 1:
      return [{ ...plainAsset('8000000023'), ...assignmentTo(employeeIds[0]), chipType: 1 }]
    case 2:
      return [
        {
          ...plainAsset('6000000011'),
          licenseType: 'normal_recover_lan_usbkey',
          products: [plannedProduct(products.coordination, nextYear, 10)],
          package: packages[2] ?? null,
        },
      ]
    default:
      return []
  }
}
