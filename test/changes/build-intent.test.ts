import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeActions, isLockAction, operationOf } from '#shared/model/changes/change'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import type { RowAction, RowJobRequest, RowOf } from '#shared/model/changes/job'
import { commands } from '#shared/bridge/commands'
import { changeOperations } from '../../src-main/changes/operations/change-operations'
import { buildIntentRows, unjournaledDataOf } from '../../src-main/changes/operations/build-intent'
import { newEnterpriseOf } from '../../src-main/changes/operations/customers'
import type { JournaledChange } from '../../src-main/journal/journal-index'
import type { Intent } from '../../src-main/journal/record'

const member = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen Yu' }
const customer = { crmCustomerId: 'CRM-1', customerName: 'North Bridge', branchName: '', address: '' }
const canary = 'Canary-pass-9'

const rows: { readonly [Action in RowAction]: RowOf<Action> } = {
  lend: {
    ...member,
    borrowedUsbKey: 'LD8000000031',
    plugId: 'p1',
    assets: [{ assetId: 'A1', assetNum: 'LD8000000017' }],
  },
  assign: { ...member, deleteAssets: [], addAssets: ['LD8000000017'] },
  'add-employee': {
    enterpriseGlobalId: 'E1',
    userName: 'chenyu',
    password: canary,
    departmentId: '5317046820917364501',
    name: 'Chen Yu',
    remark: '',
    passwordMobile: '',
  },
  'edit-employee': {
    ...member,
    userName: 'chenyu',
    departmentId: null,
    name: 'Chen Yu',
    remark: '',
    passwordMobile: '',
  },
  'reset-password': { ...member, password: canary },
  'delete-employee': member,
  'bind-customer': {
    channelCode: 'C',
    channelCustomerId: '7',
    customerName: 'North Bridge',
    branchName: '',
    enterpriseName: 'North Bridge Ltd',
    passwordMobile: '',
  },
  'create-enterprise': customer,
  'update-customer': customer,
  order: {
    channelCode: 'C',
    channelOrderId: 'LO-17',
    syncMode: 'sync',
    orderList: [
      {
        sequence: 1,
        orderType: 'new_buy',
        assets: [
          {
            limitEndDate: 9_007_199_254_740_993n,
            products: [{ productUri: 'bridge-3d', passwords: [canary, canary] }],
          },
        ],
      },
    ],
  },
  allocate: { size: 10 },
}

const rowActions = changeActions.filter((action): action is RowAction => !isLockAction(action))
const requestOf = (action: RowAction, row: unknown = rows[action]) =>
  ({ action, operatorIdentity: 'Li Wei', rows: [row], retryOf: null }) as unknown as RowJobRequest

const intentOf = (request: RowJobRequest, frozen = buildIntentRows(request)): Intent => ({
  operation: operationOf[request.action],
  operatorIdentity: request.operatorIdentity,
  environment: 'training',
  training: true,
  chunkSize: 10,
  retryOf: null,
  rows: frozen.map(({ row }) => row),
})

describe('building intent rows', () => {
  it.each(rowActions)(
    '%s passes the bridge schema and makes the request of its operation',
    async (action) => {
      const request = requestOf(action)
      expect(commands['jobs/start'].input.safeParse(request).success).toBe(true)
      const frozen = buildIntentRows(request)
      const intent = intentOf(request, frozen)
      const { secrets } = unjournaledDataOf(intent, frozen)
      const requests: unknown[] = []
      const client = {
        call: (_id: string, sent: unknown) => {
          requests.push(sent)
          return Promise.resolve({ ok: false, error: { code: 'refused', message: '', changed: 'no' } })
        },
      } as never
      const kind = changeOperations[operationOf[action]]
      // Throws if the operation cannot read the stored row.
      await kind.send(intent.rows, { operatorIdentity: 'Li Wei', secrets, client, options: {} })
      expect(requests).toHaveLength(1)
      expect(secrets.size > 0).toBe(kind.needsSecret)
    },
  )

  it.each(rowActions)('%s stores no password', (action) => {
    expect(JSON.stringify(buildIntentRows(requestOf(action)).map(({ row }) => row))).not.toContain(canary)
  })

  it('keeps the long numbers of an order exact in the journal and in the request', () => {
    const [frozen] = buildIntentRows(requestOf('order'))
    expect(frozen?.row.request).toMatchObject({
      sequences: [1],
      orders: [{ assets: [{ limitEndDate: '9007199254740993', products: [{ passwords: 2 }] }] }],
    })
    expect(frozen?.secret).toContain('"limitEndDate":9007199254740993')
  })

  it('gives independent changes different keys, and replacing changes the same key', () => {
    const keyOf = (action: RowAction, row: unknown = rows[action]) =>
      buildIntentRows(requestOf(action, row))[0]?.row.key
    expect(keyOf('allocate')).not.toBe(keyOf('allocate'))
    expect(keyOf('assign')).toBe(keyOf('assign'))
    expect(keyOf('assign')).not.toBe(keyOf('assign', { ...rows.assign, addAssets: ['LD8000000018'] }))
    // Moving a number from one list to the other is a different change.
    fc.assert(
      fc.property(fc.array(fc.string()), fc.array(fc.string(), { minLength: 1 }), (add, remove) => {
        const one = keyOf('assign', { ...member, deleteAssets: remove, addAssets: add })
        const other = keyOf('assign', { ...member, deleteAssets: [], addAssets: [...remove, ...add] })
        expect(one).not.toBe(other)
      }),
    )
    expect(keyOf('edit-employee')).toBe('M1')
    expect(keyOf('lend')).toBe('LD8000000031')
  })

  it('includes the plugged lock of a loan and its shell number', () => {
    const request = requestOf('lend')
    const frozen = buildIntentRows(request)
    expect(frozen[0]?.row.shellNumber).toBe('8000000031')
    expect(unjournaledDataOf(intentOf(request, frozen), frozen).plugIds.get(0)).toBe('p1')
    expect(JSON.stringify(frozen[0]?.row)).not.toContain('plugId')
  })
})

describe('newEnterpriseOf', () => {
  const change = (over: Partial<JournaledChange>, action: RowAction = 'bind-customer') => {
    const request = requestOf(action)
    const intent = intentOf(request)
    return { state: 'done', result: null, row: intent.rows[0], job: { intent }, ...over } as JournaledChange
  }

  it('is the result of binding and creating, and null after a failure', () => {
    const result = { enterpriseGlobalId: 'E9', enterpriseName: null }
    expect(newEnterpriseOf(change({ result }))).toEqual({
      enterpriseGlobalId: 'E9',
      enterpriseName: 'North Bridge Ltd',
      channelCode: 'C',
      channelCustomerId: '7',
    })
    expect(newEnterpriseOf(change({ result }, 'create-enterprise'))?.enterpriseName).toBe('North Bridge')
    expect(newEnterpriseOf(change({ result, state: 'unknown' }))).toBeNull()
    expect(newEnterpriseOf(change({ result: { enterpriseGlobalId: '' } }))).toBeNull()
    expect(newEnterpriseOf(change({ result }, 'update-customer'))).toBeNull()
  })
})

describe('the tables of actions and row operations', () => {
  it('have the same operations', () => {
    expect(rowActions.map((action) => operationOf[action]).sort()).toEqual(
      Object.keys(changeRowSchemas).sort(),
    )
  })
})

describe('the key of a row', () => {
  it('differs for customers and orders whose IDs contain slashes', () => {
    const keyOf = (channelCode: string, channelCustomerId: string) => {
      const row = { ...rows['bind-customer'], channelCode, channelCustomerId }
      return buildIntentRows({
        action: 'bind-customer',
        operatorIdentity: 'me',
        retryOf: null,
        rows: [row],
      })[0]?.row.key
    }
    expect(keyOf('C', '7')).toBe('C/7')
    expect(keyOf('a/b', 'c')).not.toBe(keyOf('a', 'b/c'))
    expect(keyOf('a%2Fb', 'c')).not.toBe(keyOf('a/b', 'c'))
  })
})
