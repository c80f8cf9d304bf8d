import type { OperationId } from '#shared/operations'
import { listAssetNumbers, listAssets, listBorrowedLocks } from './assets'
import { assignAssets } from './assignments'
import type { Rule } from './call'
import { bindCustomer, queryCustomers, updateCustomer } from './customers'
import { addEmployees } from './employee-additions'
import { deleteEmployee, editEmployee, resetPassword } from './employee-changes'
import { listEmployees } from './employees'
import { createEnterprise } from './enterprises'
import { lendAssets } from './lending'
import { lockAssets, unlockAssets } from './locks'
import { batchOrder } from './orders'
import { listAssetProducts } from './products'
import { allocate } from './shell-numbers'

/** The operations this service carries out; one that is not here has no route. */
export const servedOperations = [
  'order.bindCustomer',
  'order.createEnterprise',
  'order.queryCustomers',
  'order.updateCustomer',
  'order.batchOrder',
  'order.lockAssets',
  'order.unlockAssets',
  'order.listAssets',
  'order.allocateShellNumbers',
  'member.addEmployees',
  'member.editEmployee',
  'member.resetPassword',
  'member.deleteEmployee',
  'member.listEmployees',
  'member.listAssetNumbers',
  'member.listAssetProducts',
  'member.listBorrowedLocks',
  'member.assignAssets',
  'member.lendAssets',
] as const satisfies readonly OperationId[]
export type ServedOperation = (typeof servedOperations)[number]

/** A rule for each of them: one that is missing, or answers with another shape, does not compile. */
export const rules: { readonly [Id in ServedOperation]: Rule<Id> } = {
  'order.bindCustomer': bindCustomer,
  'order.createEnterprise': createEnterprise,
  'order.queryCustomers': queryCustomers,
  'order.updateCustomer': updateCustomer,
  'order.batchOrder': batchOrder,
  'order.lockAssets': lockAssets,
  'order.unlockAssets': unlockAssets,
  'order.listAssets': listAssets,
  'order.allocateShellNumbers': allocate,
  'member.addEmployees': addEmployees,
  'member.editEmployee': editEmployee,
  'member.resetPassword': resetPassword,
  'member.deleteEmployee': deleteEmployee,
  'member.listEmployees': listEmployees,
  'member.listAssetNumbers': listAssetNumbers,
  'member.listAssetProducts': listAssetProducts,
  'member.listBorrowedLocks': listBorrowedLocks,
  'member.assignAssets': assignAssets,
  'member.lendAssets': lendAssets,
}
