import { z } from 'zod'
import { licenseOrder } from './order-requests'

// What one row of a change carries, operation by operation, besides disabling and enabling (change.ts). One row is
// what can be done or fail by itself: an employee of a batch, an order batch, a loan.

const words = z.string().max(2000)
const id = z.string().min(1).max(200)
/** Digits of a Long; 19 of them stay exact. */
const longId = z.string().regex(/^\d{1,19}$/)

const employeeFields = {
  userName: words,
  departmentId: longId.nullable(),
  name: words,
  remark: words,
  passwordMobile: words,
}
const employee = { enterpriseGlobalId: id, memberGlobalId: id, memberName: words }
const customer = z.strictObject({
  crmCustomerId: words,
  customerName: words,
  branchName: words,
  address: words,
})

export const changeRows = {
  'order.bindCustomer': z.strictObject({
    channelCode: words,
    channelCustomerId: words,
    customerName: words,
    branchName: words,
    enterpriseName: words,
    passwordMobile: words,
  }),
  'order.createEnterprise': customer,
  'order.updateCustomer': customer,
  'order.batchOrder': z.strictObject({
    channelCode: words,
    channelOrderId: words,
    syncMode: z.enum(['sync', 'async']),
    orderList: z.array(licenseOrder).min(1).max(1000),
  }),
  'order.allocateShellNumbers': z.strictObject({ size: z.int().min(1).max(100_000) }),
  'member.addEmployees': z.strictObject({ enterpriseGlobalId: id, ...employeeFields, password: words }),
  'member.editEmployee': z.strictObject({ ...employee, ...employeeFields }),
  'member.resetPassword': z.strictObject({ ...employee, password: words }),
  'member.deleteEmployee': z.strictObject(employee),
  'member.assignAssets': z.strictObject({
    ...employee,
    deleteAssets: z.array(id).max(10_000),
    addAssets: z.array(id).max(10_000),
  }),
  'member.lendAssets': z.strictObject({
    ...employee,
    borrowedUsbKey: id,
    /** The plugged lock that is lent, where it is in a port: read once more right before the change is sent. */
    plugId: id.nullable(),
    assets: z
      .array(z.strictObject({ assetId: id, assetNum: id }))
      .min(1)
      .max(1000),
  }),
} as const

export type RowOperation = keyof typeof changeRows
export type ChangeRow<Id extends RowOperation> = z.output<(typeof changeRows)[Id]>
