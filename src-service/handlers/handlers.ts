import type { OperationId } from '#shared/operations'
import { listAssetNumbers, listAssets, listBorrowedLocks } from './assets'
import { assignAssets } from './assignments'
import type { Handler } from './request-context'
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

/** One handler per operation. A missing handler or another response shape is a compile error. */
export const handlers: { readonly [Id in OperationId]: Handler<Id> } = {
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
