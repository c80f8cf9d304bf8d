import { z } from 'zod'
import { licenseOrder } from '../api/order-requests'
import type { Name } from '../name'
import { dayPattern, maxLentAssets } from './loan'

// The row data of each operation other than disable and enable (change.ts). A row is what succeeds or fails
// separately: an employee of a batch, an order batch, a loan.

const shortText = z.string().max(2000)
const name: z.ZodType<Name> = shortText
const id = z.string().min(1).max(200)
/** The digits of a Long; a string keeps 19 digits exact. */
const longId = z.string().regex(/^\d{1,19}$/)

const employeeFields = {
  userName: name,
  departmentId: longId.nullable(),
  name,
  remark: shortText,
  passwordMobile: name,
}
/** What an edit changes, as it was when the edit was requested. */
const formerFields = z.strictObject({
  departmentId: longId.nullable(),
  name,
  remark: shortText,
  passwordMobile: name,
  /** When they were listed, ms since 1970: a later edit of this computer knows better. */
  readAt: z.int(),
})
const employee = { enterpriseGlobalId: id, memberGlobalId: id, memberName: name }
const customer = z.strictObject({
  crmCustomerId: shortText,
  customerName: name,
  branchName: name,
  address: shortText,
})

export const changeRowSchemas = {
  'order.bindCustomer': z.strictObject({
    channelCode: shortText,
    channelCustomerId: shortText,
    customerName: name,
    branchName: name,
    enterpriseName: name,
    passwordMobile: name,
  }),
  'order.createEnterprise': customer,
  'order.updateCustomer': customer,
  'order.batchOrder': z.strictObject({
    channelCode: shortText,
    channelOrderId: shortText,
    syncMode: z.enum(['sync', 'async']),
    orderList: z.array(licenseOrder).min(1).max(1000),
  }),
  'order.allocateShellNumbers': z.strictObject({ size: z.int().min(1).max(100_000) }),
  'member.addEmployees': z.strictObject({ enterpriseGlobalId: id, ...employeeFields, password: shortText }),
  'member.editEmployee': z.strictObject({
    ...employee,
    ...employeeFields,
    /** For the journal, so that the edit can be reversed. Missing in earlier versions and for unlisted employees. */
    before: z.exactOptional(formerFields),
  }),
  'member.resetPassword': z.strictObject({ ...employee, password: shortText }),
  'member.deleteEmployee': z.strictObject(employee),
  'member.assignAssets': z.strictObject({
    ...employee,
    deleteAssets: z.array(id).max(10_000),
    addAssets: z.array(id).max(10_000),
  }),
  'member.lendAssets': z.strictObject({
    ...employee,
    borrowedUsbKey: id,
    /** The plugged-in lock that is lent, or null; its number is read again right before sending. */
    plugId: id.nullable(),
    assets: z
      .array(z.strictObject({ assetId: id, assetNum: id }))
      .min(1)
      .max(maxLentAssets),
    /** When the lock is to come back, for the confirmation and the journal; the platform stores no due dates. */
    dueOn: z.exactOptional(z.string().regex(dayPattern).nullable()),
  }),
} as const

export type RowOperation = keyof typeof changeRowSchemas
export type ChangeRow<Id extends RowOperation> = z.output<(typeof changeRowSchemas)[Id]>
