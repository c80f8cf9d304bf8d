import type { OperationId } from '#shared/operations'
import { listAssetNumbers, listAssets, listBorrowedLocks } from './assets'
import type { Rule } from './call'
import { bindCustomer, queryCustomers, updateCustomer } from './customers'
import { listEmployees } from './employees'
import { createEnterprise } from './enterprises'
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
  'member.listEmployees',
  'member.listAssetNumbers',
  'member.listAssetProducts',
  'member.listBorrowedLocks',
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
  'member.listEmployees': listEmployees,
  'member.listAssetNumbers': listAssetNumbers,
  'member.listAssetProducts': listAssetProducts,
  'member.listBorrowedLocks': listBorrowedLocks,
}
