import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeActions, isLockAction, operationOf } from '#shared/model/change'
import { changeRows } from '#shared/model/change-rows'
import type { JobRequest, RowAction, RowJobRequest, RowOf } from '#shared/model/job'
import { commandSchemas } from '#shared/commands-schema'
import { alwaysAsked, weightOf } from '../../src-main/desk/impact-of'
import { changeKinds } from '../../src-main/desk/kinds/kinds'
import { freezeRows, notWrittenOf } from '../../src-main/desk/kinds/freeze'
import { newEnterpriseOf } from '../../src-main/desk/kinds/new-enterprise'
import type { JournaledChange } from '../../src-main/journal/book'
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

const intentOf = (request: RowJobRequest, frozen = freezeRows(request)): Intent => ({
  operation: operationOf[request.action],
  operatorIdentity: request.operatorIdentity,
  environment: 'training',
  training: true,
  chunkSize: 10,
  retryOf: null,
  rows: frozen.map(({ row }) => row),
})

describe('a row as it is frozen', () => {
  it.each(rowActions)('of %s passes the bridge, and is what its kind sends', async (action) => {
    const request = requestOf(action)
    expect(commandSchemas['jobs/start'].safeParse(request).success).toBe(true)
    const frozen = freezeRows(request)
    const intent = intentOf(request, frozen)
    const { secrets } = notWrittenOf(intent, frozen)
    const asked: unknown[] = []
    const client = {
      call: (_id: string, sent: unknown) => {
        asked.push(sent)
        return Promise.resolve({ ok: false, error: { code: 'refused', message: '', changed: 'no' } })
      },
    } as never
    const kind = changeKinds[operationOf[action]]
    // Throws where the stored form is not what the kind reads.
    await kind.send(intent.rows, { operatorIdentity: 'Li Wei', secrets, client, options: {} })
    expect(asked).toHaveLength(1)
    expect(secrets.size > 0).toBe(kind.needsSecret)
  })

  it.each(rowActions)('of %s holds no password', (action) => {
    expect(JSON.stringify(freezeRows(requestOf(action)).map(({ row }) => row))).not.toContain(canary)
  })

  it('keeps an order’s long numbers exact, in the journal and in what is sent', () => {
    const [frozen] = freezeRows(requestOf('order'))
    expect(frozen?.row.request).toMatchObject({
      sequences: [1],
      orders: [{ assets: [{ limitEndDate: '9007199254740993', products: [{ passwords: 2 }] }] }],
    })
    expect(frozen?.secret).toContain('"limitEndDate":9007199254740993')
  })

  it('tells apart what may stand side by side, and ties together what replaces an earlier wish', () => {
    const keyOf = (action: RowAction, row: unknown = rows[action]) =>
      freezeRows(requestOf(action, row))[0]?.row.key
    expect(keyOf('allocate')).not.toBe(keyOf('allocate'))
    expect(keyOf('assign')).toBe(keyOf('assign'))
    expect(keyOf('assign')).not.toBe(keyOf('assign', { ...rows.assign, addAssets: ['LD8000000018'] }))
    // Moving a number from one list to the other is another wish.
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

  it('gives the plugged lock of a loan along, and the shell number the port is held against', () => {
    const request = requestOf('lend')
    const frozen = freezeRows(request)
    expect(frozen[0]?.row.shellNumber).toBe('8000000031')
    expect(notWrittenOf(intentOf(request, frozen), frozen).plugIds.get(0)).toBe('p1')
    expect(JSON.stringify(frozen[0]?.row)).not.toContain('plugId')
  })
})

describe('what is always asked', () => {
  const nobody = () => null
  const orderWith = (order: object) => requestOf('order', { ...rows.order, orderList: [order] }) as JobRequest

  it('is a loan, with whom it is for and how much moves', () => {
    expect(alwaysAsked(requestOf('lend'), nobody)).toEqual({
      kind: 'lend',
      operatorIdentity: 'Li Wei',
      loans: 1,
      memberName: 'Chen Yu',
      isNameListed: false,
      memberGlobalId: 'M1',
      borrowedUsbKey: 'LD8000000031',
      assets: 1,
    })
  })

  it('names whom a loan is for as the platform’s list does, whatever the page says', () => {
    const nameOf = (enterpriseGlobalId: string, memberGlobalId: string) =>
      `${memberGlobalId} of ${enterpriseGlobalId}`
    expect(alwaysAsked(requestOf('lend'), nameOf)).toMatchObject({
      memberName: 'M1 of E1',
      isNameListed: true,
    })
  })

  it('names what is nested in merchandises too, however deep, each once', () => {
    const question = alwaysAsked(
      orderWith({
        orderType: 'delete_product',
        assets: [
          {
            assetNos: ['a'],
            products: null,
            merchandises: [
              {
                merchandiseName: 'Suite',
                licenseOrderProductList: [
                  { productName: 'Draw' },
                  { productName: ' ', productUri: 'uri:plot' },
                ],
                children: [
                  {
                    merchandiseNum: 'M-7',
                    children: [
                      { licenseOrderProductList: [{ crmProductId: 'crm-1' }, { productName: 'Draw' }] },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      }),
      nobody,
    )
    expect(question).toMatchObject({
      removals: [{ products: ['Suite', 'Draw', 'uri:plot', 'M-7', 'crm-1'] }],
    })
  })

  it.each(['delete_asset', 'delete_product'])('is an order that removes (%s)', (orderType) => {
    const question = alwaysAsked(
      orderWith({
        orderType,
        srcLicenseOrderId: ' ',
        assets: [{ assetNos: ['a', 'b'], products: [{ productUri: 'x' }, { productUri: 'x' }] }],
      }),
      nobody,
    )
    expect(question).toMatchObject({
      kind: 'removal',
      removals: [{ orderType, srcLicenseOrderId: null, assets: 2, products: ['x'] }],
    })
  })

  it('is nothing else', () => {
    for (const action of rowActions.filter((one) => one !== 'lend')) {
      expect(alwaysAsked(requestOf(action), nobody)).toBeNull()
    }
  })
})

describe('weightOf', () => {
  it('counts assets and numbers, not the rows that carry them', () => {
    const assets = Array.from({ length: 60 }, (_one, index) => `LD${String(8_000_000_000 + index)}`)
    expect(weightOf(requestOf('assign', { ...rows.assign, deleteAssets: ['a'], addAssets: assets }))).toBe(61)
    expect(weightOf(requestOf('allocate', { size: 100_000 }))).toBe(100_000)
    expect(weightOf(requestOf('delete-employee'))).toBe(1)
  })
})

describe('newEnterpriseOf', () => {
  const change = (over: Partial<JournaledChange>, action: RowAction = 'bind-customer') => {
    const request = requestOf(action)
    const intent = intentOf(request)
    return { state: 'done', result: null, row: intent.rows[0], job: { intent }, ...over } as JournaledChange
  }

  it('is what binding and creating answered, and nothing of what failed', () => {
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

describe('the tables of actions and rows', () => {
  it('name the same operations', () => {
    expect(rowActions.map((action) => operationOf[action]).sort()).toEqual(Object.keys(changeRows).sort())
  })
})
