import { createPolicy } from '../policy'
import { checkAsset } from '../handlers/order-checks'
import { BusinessException } from '../handlers/business-exception'
import type { ImportFile, ImportedEnterprise } from './import-file'

const policy = createPolicy()

/** Records one problem and its position in the file. */
type Report = (place: string, message: string) => void

/** Checks values that must be unique in the file. */
const createUniquenessCheck = (report: Report) => {
  const seen = new Map<string, string>()
  return (kind: string, value: string, place: string): void => {
    const key = `${kind}\n${value}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, place)
    else report(place, `“${value}” is already used at ${first}`)
  }
}

/** Applies the checks of an order's asset; like in a revocation order, products may be empty. */
const checkContent = (asset: ImportedEnterprise['assets'][number], place: string, report: Report): void => {
  const { assetNum, products, merchandises, limitStartDate, limitEndDate } = asset
  const content = { assetNos: [assetNum], products, merchandises, limitStartDate, limitEndDate }
  try {
    checkAsset(content, 'delete_asset', place, policy, (field, message) => {
      throw new BusinessException('13004', message, field)
    })
  } catch (error) {
    if (!(error instanceof BusinessException)) throw error
    report(error.detail, error.message)
  }
}

const checkAssets = (enterprise: ImportedEnterprise, place: string, report: Report): void => {
  const accounts = new Set(enterprise.employees.map(({ userName }) => userName))
  const byNumber = new Map(enterprise.assets.map((asset) => [asset.assetNum, asset]))
  const borrowers = new Map<string, string>()
  for (const [index, asset] of enterprise.assets.entries()) {
    const assetPlace = `${place}.assets[${index}]`
    const { assignedTo, lentOnto, customer } = asset
    checkContent(asset, assetPlace, report)
    if (customer === undefined && enterprise.customers.length === 0) {
      report(`${assetPlace}.customer`, 'is required because the enterprise has no customer')
    }
    if (assignedTo !== undefined && !accounts.has(assignedTo)) {
      report(`${assetPlace}.assignedTo`, `“${assignedTo}” is not a userName of this enterprise`)
    }
    if (lentOnto === undefined) continue
    if (byNumber.get(lentOnto)?.borrowedUsbKey !== true) {
      report(`${assetPlace}.lentOnto`, `“${lentOnto}” is not a borrowed lock of this enterprise`)
    }
    if (assignedTo === undefined) report(`${assetPlace}.assignedTo`, 'is required because the asset is lent')
    else if ((borrowers.get(lentOnto) ?? assignedTo) !== assignedTo) {
      report(`${assetPlace}.lentOnto`, `“${lentOnto}” is already lent to ${borrowers.get(lentOnto) ?? ''}`)
    } else borrowers.set(lentOnto, assignedTo)
  }
}

/**
 * Checks the references between the parts of the file after each part is valid. Returns the problems with their
 * positions.
 */
export const checkReferences = ({ enterprises }: ImportFile): string[] => {
  const found: string[] = []
  const report: Report = (place, message) => found.push(`${place}: ${message}`)
  const once = createUniquenessCheck(report)
  for (const [index, enterprise] of enterprises.entries()) {
    const place = `enterprises[${index}]`
    once('globalId', enterprise.globalId, `${place}.globalId`)
    if (enterprise.crmCustomerId !== undefined) {
      once('crmCustomerId', enterprise.crmCustomerId, `${place}.crmCustomerId`)
    }
    enterprise.customers.forEach(({ channelCode, channelCustomerId }, index) => {
      once(
        'customer',
        `${channelCode}, ${channelCustomerId}`,
        `${place}.customers[${index}].channelCustomerId`,
      )
    })
    if (enterprise.customers.filter(({ isDefault }) => isDefault).length > 1) {
      report(`${place}.customers`, 'only one can be the default customer')
    }
    enterprise.departments.forEach(({ id }, index) =>
      once('department', String(id), `${place}.departments[${index}].id`),
    )
    enterprise.employees.forEach(({ userName }, index) =>
      once('userName', userName.toLowerCase(), `${place}.employees[${index}].userName`),
    )
    enterprise.assets.forEach(({ assetNum }, index) =>
      once('assetNum', assetNum, `${place}.assets[${index}].assetNum`),
    )
    checkAssets(enterprise, place, report)
  }
  return found
}
