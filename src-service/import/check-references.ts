import { createPolicy } from '../policy'
import { checkAsset } from '../rules/order-checks'
import { Refusal } from '../rules/refusal'
import type { ImportFile, ImportedEnterprise } from './import-file'

const policy = createPolicy()

/** Writes down one mistake and where it stands. */
type Report = (place: string, message: string) => void

/** Values that may stand in the file once only. */
const createOnce = (report: Report) => {
  const seen = new Map<string, string>()
  return (kind: string, value: string, place: string): void => {
    const key = `${kind}\n${value}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, place)
    else report(place, `“${value}” stands at ${first} already`)
  }
}

/** The rules an order's asset has to keep, as for an order that may have no products. */
const checkContent = (asset: ImportedEnterprise['assets'][number], place: string, report: Report): void => {
  const { assetNum, products, merchandises, limitStartDate, limitEndDate } = asset
  const content = { assetNos: [assetNum], products, merchandises, limitStartDate, limitEndDate }
  try {
    checkAsset(content, 'delete_asset', place, policy, (field, message) => {
      throw new Refusal('13004', message, field)
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    report(error.detail, error.message)
  }
}

const checkAssets = (enterprise: ImportedEnterprise, place: string, report: Report): void => {
  const accounts = new Set(enterprise.employees.map(({ userName }) => userName))
  const byNumber = new Map(enterprise.assets.map((asset) => [asset.assetNum, asset]))
  const borrowers = new Map<string, string>()
  for (const [index, asset] of enterprise.assets.entries()) {
    const here = `${place}.assets[${index}]`
    const { assignedTo, lentOnto, customer } = asset
    checkContent(asset, here, report)
    if (customer === undefined && enterprise.customers.length === 0) {
      report(`${here}.customer`, 'must be given, because the enterprise has no customer')
    }
    if (assignedTo !== undefined && !accounts.has(assignedTo)) {
      report(`${here}.assignedTo`, `“${assignedTo}” is no userName of this enterprise`)
    }
    if (lentOnto === undefined) continue
    if (byNumber.get(lentOnto)?.borrowedUsbKey !== true) {
      report(`${here}.lentOnto`, `“${lentOnto}” is no borrowed lock of this enterprise`)
    }
    if (assignedTo === undefined) report(`${here}.assignedTo`, 'must be given, because the asset is lent')
    else if ((borrowers.get(lentOnto) ?? assignedTo) !== assignedTo) {
      report(`${here}.lentOnto`, `“${lentOnto}” is lent to ${borrowers.get(lentOnto) ?? ''} already`)
    } else borrowers.set(lentOnto, assignedTo)
  }
}

/** What the parts of the file say of each other, beyond the form of each; a list of mistakes with their places. */
export const checkReferences = ({ enterprises }: ImportFile): string[] => {
  const found: string[] = []
  const report: Report = (place, message) => found.push(`${place}: ${message}`)
  const once = createOnce(report)
  for (const [index, enterprise] of enterprises.entries()) {
    const place = `enterprises[${index}]`
    once('globalId', enterprise.globalId, `${place}.globalId`)
    if (enterprise.crmCustomerId !== undefined) {
      once('crmCustomerId', enterprise.crmCustomerId, `${place}.crmCustomerId`)
    }
    enterprise.customers.forEach(({ channelCode, channelCustomerId }, at) => {
      once('customer', `${channelCode}, ${channelCustomerId}`, `${place}.customers[${at}].channelCustomerId`)
    })
    if (enterprise.customers.filter(({ isDefault }) => isDefault).length > 1) {
      report(`${place}.customers`, 'only one can be the default customer')
    }
    enterprise.departments.forEach(({ id }, at) =>
      once('department', String(id), `${place}.departments[${at}].id`),
    )
    enterprise.employees.forEach(({ userName }, at) =>
      once('userName', userName.toLowerCase(), `${place}.employees[${at}].userName`),
    )
    enterprise.assets.forEach(({ assetNum }, at) =>
      once('assetNum', assetNum, `${place}.assets[${at}].assetNum`),
    )
    checkAssets(enterprise, place, report)
  }
  return found
}
