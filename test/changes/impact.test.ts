import { describe, expect, it } from 'vitest'
import type { AffectedRequest } from '#shared/model/changes/affected'
import { operationOf } from '#shared/model/changes/change'
import type { LockState } from '#shared/model/locks/lock-record'
import { buildIntentRows } from '../../src-main/changes/operations/build-intent'
import { impactOf, isAlwaysConfirmed, itemCountOf } from '../../src-main/changes/impact'
import type { RowAction, RowJobRequest } from '#shared/model/changes/job'
import type { Intent } from '../../src-main/journal/record'

const member = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1', memberName: 'Chen Yu' }
const noName = () => null

const common = {
  operatorIdentity: 'Li Wei',
  environment: 'https://platform.example',
  training: false,
  chunkSize: 10,
  retryOf: null,
}
/** The intent as the change service builds it. */
const intentOf = (action: RowAction, ...rows: object[]): Intent => ({
  ...common,
  operation: operationOf[action],
  rows: buildIntentRows({ action, operatorIdentity: 'Li Wei', retryOf: null, rows } as RowJobRequest).map(
    ({ row }) => row,
  ),
})
const batchOf = (...orderList: object[]) => ({
  channelCode: 'C1',
  channelOrderId: 'O1',
  syncMode: 'sync',
  orderList,
})
const purchase = (assets: number) => ({
  orderType: 'new_buy',
  customerName: 'North Bridge',
  assets: [{ assetNos: Array.from({ length: assets }, (_one, index) => `A${String(index)}`), products: [] }],
})
const removal = {
  orderType: 'delete_product',
  srcLicenseOrderId: '42',
  customerName: 'North Bridge',
  crmCustomerId: 'CRM-1',
  assets: [
    {
      assetNos: ['LD1', 'LD2', 'LD3', 'LD4'],
      products: [{ productName: 'Harmless', productUri: 'uri:7', gmsPid: '9', appKey: 'key-1' }],
    },
  ],
}
const confirmationOf = (intent: Intent) => impactOf(intent, noName).confirmationOf(0)

describe('the confirmation of an assignment', () => {
  it('counts an asset once that one employee loses and another gets', () => {
    const other = { ...member, memberGlobalId: 'M2' }
    const loses = { ...member, deleteAssets: ['a', 'b'], addAssets: [] }
    const gets = { ...other, deleteAssets: [], addAssets: ['a', 'b', 'c'] }
    expect(confirmationOf(intentOf('assign', loses, gets))).toMatchObject({
      assets: 3,
      assigned: 3,
      withdrawn: 2,
      employees: 2,
    })
  })
})

describe('who is affected', () => {
  it('is asked for the locks and employees of what takes locks or access, and of nothing else', async () => {
    const asked: AffectedRequest[] = []
    const askFor = async (...args: Parameters<typeof intentOf>) => {
      const impact = impactOf(intentOf(...args), noName, (request) => {
        asked.push(request)
        return Promise.reject(new Error('not counted here'))
      })
      await impact.affected?.().catch(() => undefined)
      return asked.splice(0)
    }
    const ids = { enterpriseGlobalId: 'E1', memberGlobalId: 'M1' }
    const locksOf = (...assetNums: string[]) =>
      assetNums.map((assetNum) => ({ assetNum, enterpriseGlobalId: 'E1' }))
    const loses = { ...member, deleteAssets: ['a', 'b'], addAssets: ['c'] }
    const gets = { ...member, memberGlobalId: 'M2', deleteAssets: [], addAssets: ['a'] }
    expect(await askFor('assign', loses, gets)).toEqual([
      { action: 'withdraw', locks: locksOf('a', 'b'), employees: [ids] },
    ])
    expect(await askFor('assign', gets)).toEqual([])
    expect(await askFor('delete-employee', member)).toEqual([
      { action: 'delete-employee', locks: [], employees: [ids] },
    ])
    const lent = [{ assetId: '1', assetNum: 'a' }]
    expect(await askFor('lend', { ...member, borrowedUsbKey: 'LD1', plugId: null, assets: lent })).toEqual([
      { action: 'lend', locks: locksOf('a'), employees: [ids] },
    ])
    expect(await askFor('allocate', { size: 3 })).toEqual([])
  })
})

describe('the number of items of a job', () => {
  it('counts assets, numbers and orders, not rows', () => {
    const assets = Array.from({ length: 60 }, (_one, index) => `LD${String(8_000_000_000 + index)}`)
    expect(itemCountOf(intentOf('assign', { ...member, deleteAssets: ['a'], addAssets: assets }))).toBe(61)
    expect(itemCountOf(intentOf('allocate', { size: 100_000 }))).toBe(100_000)
    expect(itemCountOf(intentOf('delete-employee', member))).toBe(1)
  })

  it('counts each order of a batch and each asset number of an order', () => {
    expect(itemCountOf(intentOf('order', batchOf(...Array.from({ length: 60 }, () => purchase(1)))))).toBe(60)
    expect(itemCountOf(intentOf('order', batchOf(purchase(5_000), purchase(0)), batchOf(purchase(2))))).toBe(
      5_003,
    )
  })

  it('counts orders of an earlier journal version, which stores only their sequences', () => {
    const intent = intentOf('order', batchOf(purchase(3)))
    const rows = intent.rows.map((row) => ({ ...row, request: { sequences: [1, 2, null] } }))
    expect(itemCountOf({ ...intent, rows })).toBe(3)
  })
})

describe('changes that always need confirmation', () => {
  it('include a loan, with its employee and its number of assets', () => {
    const loan = {
      ...member,
      borrowedUsbKey: 'LD8000000031',
      plugId: null,
      assets: [{ assetId: 'A1', assetNum: 'LD8000000017' }],
    }
    const first = {
      memberName: 'Chen Yu',
      isNameListed: false,
      memberGlobalId: 'M1',
      borrowedUsbKey: 'LD8000000031',
      assets: 1,
    }
    expect(confirmationOf(intentOf('lend', loan))).toEqual({
      kind: 'lend',
      operatorIdentity: 'Li Wei',
      loans: 1,
      assets: 1,
      first: [first],
    })
    const nameOf = (enterprise: string, employee: string) => `${employee} of ${enterprise}`
    expect(impactOf(intentOf('lend', loan), nameOf).confirmationOf(0)).toMatchObject({
      first: [{ memberName: 'M1 of E1', isNameListed: true }],
    })
    expect(isAlwaysConfirmed(intentOf('lend', loan))).toBe(true)
  })

  it('include a revocation, by what the platform matches and not by the name alone', () => {
    expect(confirmationOf(intentOf('order', batchOf(removal)))).toMatchObject({
      kind: 'order',
      revocations: {
        first: [
          {
            srcLicenseOrderId: '42',
            customer: { name: 'North Bridge', ids: [{ field: 'crmCustomerId', value: 'CRM-1' }] },
            assets: 4,
            assetNos: ['LD1', 'LD2', 'LD3'],
            productCount: 1,
            products: [
              {
                name: 'Harmless',
                ids: [
                  { field: 'productUri', value: 'uri:7' },
                  { field: 'gmsPid', value: '9' },
                  { field: 'appKey', value: 'key-1' },
                ],
              },
            ],
          },
        ],
      },
    })
  })

  it('list purchases and revocations separately', () => {
    const many = Array.from({ length: 900 }, () => purchase(2))
    const fromAllOrders = { ...removal, srcLicenseOrderId: ' ' }
    const question = confirmationOf(
      intentOf('order', batchOf(...many, removal), batchOf(removal, fromAllOrders)),
    )
    expect(question).toMatchObject({
      batches: 2,
      orders: 903,
      assets: 1_812,
      revocations: { orders: 3, assets: 12, fromAllOrders: 1 },
    })
    // The row with the largest scope is listed first.
    expect(question).toMatchObject({
      revocations: { first: [{ srcLicenseOrderId: null }, { srcLicenseOrderId: '42' }, {}] },
    })
  })

  it('name nested packages at any depth, each once', () => {
    const merchandises = [
      {
        merchandiseName: 'Suite',
        licenseOrderProductList: [{ productName: 'Draw' }, { productName: ' ', productUri: 'uri:plot' }],
        children: [
          { merchandiseNum: 'M-7', children: [{ licenseOrderProductList: [{ productName: 'Draw' }] }] },
        ],
      },
    ]
    const nested = { ...removal, assets: [{ assetNos: ['a'], products: null, merchandises }] }
    expect(confirmationOf(intentOf('order', batchOf(nested)))).toMatchObject({
      revocations: {
        first: [
          {
            productCount: 4,
            products: [
              { name: 'Suite', ids: [] },
              { name: 'Draw', ids: [] },
              { name: null, ids: [{ field: 'productUri', value: 'uri:plot' }] },
            ],
          },
        ],
      },
    })
  })

  it.each(['delete_asset', 'delete_product'])('include an order that revokes (%s)', (orderType) => {
    expect(isAlwaysConfirmed(intentOf('order', batchOf({ ...removal, orderType })))).toBe(true)
  })

  it('include nothing else', () => {
    expect(isAlwaysConfirmed(intentOf('order', batchOf(purchase(1))))).toBe(false)
    expect(isAlwaysConfirmed(intentOf('delete-employee', member))).toBe(false)
  })
})

describe('the confirmation of lock changes', () => {
  it('counts listed and unlisted locks so that they add up', () => {
    const row = (index: number, enterpriseGlobalId: string | null, statesBefore: LockState[] | null) => ({
      key: `LD${String(index)}`,
      shellNumber: null,
      enterpriseGlobalId,
      enterpriseName: null,
      lockedBefore: null,
      statesBefore,
      memberGlobalId: null,
      memberName: null,
      request: null,
    })
    const intent: Intent = {
      ...common,
      operation: 'order.lockAssets',
      rows: [row(1, 'E1', ['enabled']), row(2, 'E2', ['lent']), row(3, null, null), row(4, 'E9', null)],
    }
    expect(confirmationOf(intent)).toEqual({
      kind: 'locks',
      action: 'disable',
      operatorIdentity: 'Li Wei',
      locks: 4,
      enterprises: 2,
      // An enterprise ID without a list counts as unlisted.
      unlisted: 2,
      isQueued: false,
    })
  })
})
