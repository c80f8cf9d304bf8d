import type { ChangingOperationId } from '#shared/operations'
import { assigning, lending } from './assets'
import { bindingCustomer, creatingEnterprise, updatingCustomer } from './customers'
import { addingEmployees, deletingEmployee, editingEmployee, resettingPassword } from './employees'
import type { ChangeKind } from './kind'
import { disabling, enabling } from './locks'
import { allocatingShellNumbers, orderingBatch } from './orders'

/** The 13 operations that change something: how each is sent, its answer read, and its outcome looked up. */
export const changeKinds: Readonly<Record<ChangingOperationId, ChangeKind>> = {
  'order.bindCustomer': bindingCustomer,
  'order.createEnterprise': creatingEnterprise,
  'order.updateCustomer': updatingCustomer,
  'order.batchOrder': orderingBatch,
  'order.lockAssets': disabling,
  'order.unlockAssets': enabling,
  'order.allocateShellNumbers': allocatingShellNumbers,
  'member.addEmployees': addingEmployees,
  'member.editEmployee': editingEmployee,
  'member.resetPassword': resettingPassword,
  'member.deleteEmployee': deletingEmployee,
  'member.assignAssets': assigning,
  'member.lendAssets': lending,
}
