import type { ChangingOperationId } from '#shared/operations'
import { assignOperation, lendOperation } from './assets'
import { bindCustomerOperation, createEnterpriseOperation, updateCustomerOperation } from './customers'
import {
  addEmployeesOperation,
  deleteEmployeeOperation,
  editEmployeeOperation,
  resetPasswordOperation,
} from './employees'
import type { ChangeOperation } from './change-operation'
import { disableOperation, enableOperation } from './locks'
import { allocateShellNumbersOperation, batchOrderOperation } from './orders'

/** The 13 changing operations: how each is sent, how its response is read, and how its result is read back. */
export const changeOperations: Readonly<Record<ChangingOperationId, ChangeOperation>> = {
  'order.bindCustomer': bindCustomerOperation,
  'order.createEnterprise': createEnterpriseOperation,
  'order.updateCustomer': updateCustomerOperation,
  'order.batchOrder': batchOrderOperation,
  'order.lockAssets': disableOperation,
  'order.unlockAssets': enableOperation,
  'order.allocateShellNumbers': allocateShellNumbersOperation,
  'member.addEmployees': addEmployeesOperation,
  'member.editEmployee': editEmployeeOperation,
  'member.resetPassword': resetPasswordOperation,
  'member.deleteEmployee': deleteEmployeeOperation,
  'member.assignAssets': assignOperation,
  'member.lendAssets': lendOperation,
}
