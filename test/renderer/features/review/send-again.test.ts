import { describe, expect, it } from 'vitest'
import { commands } from '#shared/bridge/commands'
import { changeActions } from '#shared/model/changes/change'
import type { ChangeAction, JournalEntry, Json } from '#shared/model/changes/change'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import {
  canBeSentAgain,
  needsPassword,
  requestAgain,
} from '../../../../src-renderer/features/review/send-again'

const employee = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen' }
const fields = { userName: 'chen', departmentId: null, name: 'Chen', remark: '', passwordMobile: '' }
const customer = { crmCustomerId: 'C1', customerName: 'N', branchName: 'B', address: 'A' }

/** What the journal stores of each request: the row without its password or plug ID. */
const kept: Record<ChangeAction, Json> = {
  disable: null,
  enable: { outboxId: 'q1', queuedAt: 1 },
  lend: { ...employee, borrowedUsbKey: 'LD8', assets: [{ assetId: 'A1', assetNum: 'LD9' }] },
  assign: { ...employee, deleteAssets: [], addAssets: ['LD9'] },
  'add-employee': { enterpriseGlobalId: 'E1', ...fields },
  'edit-employee': { ...employee, ...fields },
  'reset-password': employee,
  'delete-employee': employee,
  'bind-customer': {
    channelCode: 'X',
    channelCustomerId: '1',
    customerName: 'N',
    branchName: 'B',
    enterpriseName: 'E',
    passwordMobile: '',
  },
  'create-enterprise': customer,
  'update-customer': customer,
  order: { channelCode: 'X', channelOrderId: '1', syncMode: 'sync', sequences: [1] },
  allocate: { size: 3 },
}

const entry = (action: ChangeAction): JournalEntry => ({
  entryId: 'J.0',
  jobId: 'J',
  action,
  key: 'LD8000000017',
  shellNumber: '8000000017' as ShellNumber,
  enterpriseGlobalId: 'E1',
  enterpriseName: null,
  lockedBefore: null,
  statesBefore: null,
  memberGlobalId: null,
  memberName: null,
  request: kept[action],
  result: null,
  operatorIdentity: 'Li Wei',
  training: false,
  requestedAt: 0,
  endedAt: 0,
  state: 'unknown',
  reason: null,
})

describe('sending a change again', () => {
  it.each(changeActions.filter((action) => action !== 'order'))(
    'makes the same request as before: %s',
    (action) => {
      expect(canBeSentAgain(entry(action))).toBe(true)
      const request = requestAgain(entry(action), { operatorIdentity: 'Wang', password: 'New-Pass-1' })
      const read = commands['jobs/start'].input.safeParse(request)
      expect(read.error?.issues ?? []).toEqual([])
      expect(request).toMatchObject({ action, operatorIdentity: 'Wang' })
      expect(JSON.stringify(request).includes('New-Pass-1')).toBe(needsPassword(action))
    },
  )

  it('is not possible for an order, whose passwords are not stored', () => {
    expect(canBeSentAgain(entry('order'))).toBe(false)
  })
})
