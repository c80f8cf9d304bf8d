import { commands } from '#shared/bridge/commands'
import { actionOf, isLockAction } from '#shared/model/changes/change'
import type { JobRequest } from '#shared/model/changes/job'
import { shellNumberIn } from '#shared/model/locks/shell-number'
import type { ChangingOperationId } from '#shared/operations'
import type { Intent, Json, JournalRow } from '../../../src-main/journal/record'

const member = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen Yu' }
const fields = { userName: 'chenyu', departmentId: '7', name: 'Chen Yu', remark: '', passwordMobile: '' }
const customer = { crmCustomerId: '1', customerName: 'N', branchName: 'B', address: 'A' }

/** The journal's row for each changing operation. */
const requests: Readonly<Record<ChangingOperationId, Json>> = {
  'order.bindCustomer': {
    channelCode: 'C',
    channelCustomerId: '1',
    customerName: 'N',
    branchName: 'B',
    enterpriseName: 'E',
    passwordMobile: '',
  },
  'order.createEnterprise': customer,
  'order.updateCustomer': customer,
  'order.batchOrder': { channelCode: 'C', channelOrderId: '1', syncMode: 'sync', sequences: [1] },
  'order.lockAssets': null,
  'order.unlockAssets': null,
  'order.allocateShellNumbers': { size: 2 },
  'member.addEmployees': { enterpriseGlobalId: 'E1', ...fields },
  'member.editEmployee': { ...member, ...fields },
  'member.resetPassword': member,
  'member.deleteEmployee': member,
  'member.assignAssets': { ...member, deleteAssets: [], addAssets: ['LD8000000017'] },
  'member.lendAssets': {
    ...member,
    borrowedUsbKey: 'LD8000000030',
    assets: [{ assetId: 'A1', assetNum: 'LD8000000017' }],
  },
}

const successes: Readonly<Record<ChangingOperationId, unknown>> = {
  'order.bindCustomer': { customerId: 'K', enterpriseGlobalId: 'E1' },
  'order.createEnterprise': { enterpriseGlobalId: 'E9', defaultType: true, members: [] },
  'order.updateCustomer': undefined,
  'order.batchOrder': [{ sequence: 1, licenseOrderId: 'L', customerId: 'K' }],
  'order.lockAssets': [{ assetNum: 'LD8000000017', status: 1 }],
  'order.unlockAssets': [{ assetNum: 'LD8000000017', status: 1 }],
  'order.allocateShellNumbers': ['8000000101', '8000000102'],
  'member.addEmployees': { succeeded: [{ userName: 'chenyu@e', globalId: 'M7' }], failed: [] },
  'member.editEmployee': null,
  'member.resetPassword': null,
  'member.deleteEmployee': null,
  'member.assignAssets': null,
  'member.lendAssets': null,
}

/** The success envelope of the operation as text. */
export const successOf = (operation: ChangingOperationId): string =>
  JSON.stringify({ code: 0, message: 'success', data: successes[operation] })

const rowOf = (operation: ChangingOperationId, key: string): JournalRow => ({
  key,
  shellNumber: null,
  enterpriseGlobalId: 'E1',
  enterpriseName: null,
  lockedBefore: null,
  memberGlobalId: null,
  memberName: null,
  request: requests[operation],
})

/** A job with one row of the operation. */
export const intentOf = (operation: ChangingOperationId, key = 'LD8000000017'): Intent => ({
  operation,
  operatorIdentity: 'crash test',
  environment: 'double',
  training: false,
  chunkSize: 1,
  retryOf: null,
  rows: [rowOf(operation, key)],
})

/** The page's request for a job with one row of the operation. */
export const jobRequestOf = (operation: ChangingOperationId, key = 'LD8000000017'): JobRequest => {
  const action = actionOf(operation)
  const common = { operatorIdentity: 'crash test', retryOf: null }
  if (isLockAction(action)) {
    const row = { assetNum: key, shellNumber: shellNumberIn(key), enterpriseGlobalId: 'E1', plugId: null }
    return { ...common, action, rows: [row] }
  }
  const { sequences: _sequences, ...stored } = requests[operation] as Record<string, unknown>
  const more: Partial<Record<ChangingOperationId, object>> = {
    'order.batchOrder': { orderList: [{ sequence: 1 }] },
    'member.addEmployees': { password: 'Secret-2026' },
    'member.resetPassword': { password: 'Secret-2026' },
    'member.lendAssets': { plugId: null },
  }
  const request = { ...common, action, rows: [{ ...stored, ...more[operation] }] }
  // This schema parses the page's requests before the change service receives them.
  return commands['jobs/start'].input.parse(request)
}
