import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessCodes } from '#shared/model/api/business-codes'
import type { BusinessCode } from '#shared/model/api/business-codes'
import { operationIds, operations } from '#shared/operations'
import type { OperationId } from '#shared/operations'
import type { Service } from '../../src-service/service'
import type { Database } from '../../src-service/store/database'
import { connectTo } from '../support/service-client'
import type { Request, ServiceClient } from '../support/service-client'
import { startOnImported } from './imported'

const person = (globalId: string, account: string) => ({ globalId, userName: account, name: account })
const lock = (assetNum: string, more: object = {}) => ({
  assetNum,
  licenseType: 'normal_recover_usbkey',
  products: [{ productUri: 'gms-a', limitConcurrent: 1 }],
  ...more,
})
const customer = (id: string) => ({ channelCode: 'T', channelCustomerId: id, name: id })

/** Data that no request can create, on which the codes below are triggered. */
const imported = {
  enterprises: [
    {
      globalId: 'main',
      name: '主企业 Main',
      code: '@m',
      customers: [customer('main')],
      employees: [
        person('anna', 'anna@m'),
        person('bo', 'bo@m'),
        person('twin', 'twin1@m'),
        person('twin', 'twin2@m'),
        person('unreachable', 'unreachable@m'),
      ],
      assets: [
        lock('BORROWED', { borrowedUsbKey: true, products: [] }),
        lock('LENT-TO-BO', { borrowedUsbKey: true, products: [] }),
        lock('FREE', { borrowedUsbKey: true, products: [] }),
        lock('UNREACHABLE', { borrowedUsbKey: true, products: [] }),
        lock('DISABLED', { borrowedUsbKey: true, locked: true, products: [] }),
        lock('OF-ANNA', { assignedTo: 'anna@m' }),
        lock('LENT-OF-ANNA', { assignedTo: 'anna@m', lentOnto: 'BORROWED' }),
        lock('NO-NODES', { assignedTo: 'anna@m', products: [{ productUri: 'gms-b', limitConcurrent: 0 }] }),
        lock('OF-BO', { assignedTo: 'bo@m', lentOnto: 'LENT-TO-BO' }),
        lock('BROKEN', { lockingFails: true }),
        lock('NO-REISSUE', { licenseType: 'normal_unrecover_usbkey' }),
      ],
    },
    {
      globalId: 'unbound',
      name: '未绑定 Unbound',
      code: '@u',
      assets: [lock('UNBOUND', { customer: { channelCode: 'T', channelCustomerId: 'main' } })],
    },
    { globalId: 'codeless', name: '无编码 Codeless', code: null, customers: [customer('codeless')] },
    {
      globalId: 'trial',
      name: '试用 Trial',
      code: '@t',
      trial: true,
      customers: [customer('trial')],
      employees: [1, 2, 3, 4, 5].map((n) => person(`t${n}`, `t${n}@t`)),
    },
  ],
}

/** A database that fails for some rows: a caller sees it as a change that the store cannot make. */
const failFor = async (db: Database): Promise<void> => {
  await sql`create function unreachable() returns trigger language plpgsql as
    $$ begin raise exception 'the disk of the database is full' using errcode = '53100'; end $$`.execute(db)
  await sql`create trigger t before insert or update on employees for each row
    when (new.name = 'Unreachable' or new.global_id = 'unreachable') execute function unreachable()`.execute(
    db,
  )
  await sql`create trigger t before update on assets for each row
    when (new.asset_num = 'UNREACHABLE') execute function unreachable()`.execute(db)
  await sql`create trigger t before insert on customers for each row
    when (new.name = 'Unreachable') execute function unreachable()`.execute(db)
}

let service: Service
let client: ServiceClient
const assetIds = new Map<string, string>()
beforeAll(async () => {
  service = await startOnImported(imported, failFor)
  client = await connectTo(service.url)
  for (const enterpriseGlobalId of ['main', 'unbound']) {
    const list = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
    for (const { id, assetNum } of list) assetIds.set(assetNum, id)
  }
})
afterAll(() => service.stop())

const main = { enterpriseGlobalId: 'main' }
const anna = { ...main, memberGlobalId: 'anna' }
const nobody = { ...main, memberGlobalId: 'nobody' }
const unreachable = { ...main, memberGlobalId: 'unreachable' }
const employee = (more: object = {}) => ({
  userName: `n${randomUUID().slice(0, 8)}`,
  password: 'pass-word-1',
  departmentId: 1,
  name: '新 New',
  remark: '',
  passwordMobile: '13800001111',
  ...more,
})
const add = (more: object, path: Record<string, string> = main): Case => [
  'member.addEmployees',
  () => ({ path, body: { userList: [employee(more)] } }),
]
const addList = (userList: unknown): Case => [
  'member.addEmployees',
  () => ({ path: main, body: { userList } }),
]
const lend = (borrowedUsbKey: string, assetNum: string, path: Record<string, string> = anna): Case => [
  'member.lendAssets',
  () => ({ path, body: { borrowedUsbKey, assetIDs: [assetIds.get(assetNum) ?? assetNum] } }),
]
const assign = (addAssets: string[], path: Record<string, string> = anna): Case => [
  'member.assignAssets',
  () => ({ path, body: { deleteAssets: [], addAssets } }),
]
const edit = (body: object, path: Record<string, string> = anna): Case => [
  'member.editEmployee',
  () => ({ path, body }),
]
const reset = (body: object, path: Record<string, string> = anna): Case => [
  'member.resetPassword',
  () => ({ path, body }),
]
const read = (id: OperationId, path: Record<string, string>): Case => [id, () => ({ path })]
const bind = (more: object = {}): Case => [
  'order.bindCustomer',
  () => ({
    body: {
      channelCode: 'T',
      channelCustomerId: randomUUID(),
      customerName: 'Unreachable',
      branchName: 'b',
      enterpriseName: randomUUID(),
      passwordMobile: '1',
      ...more,
    },
  }),
]

type Case = readonly [OperationId, () => Request]

/** Every code of section 7 and how to trigger it; a missing one does not compile. */
const provoked: Readonly<Record<BusinessCode, readonly Case[]>> = {
  '13004': [
    bind({ customerName: '' }),
    ['order.createEnterprise', () => ({ body: {} })],
    ['order.queryCustomers', () => ({ query: { defaultCustomer: 'X' } })],
    ['order.updateCustomer', () => ({ body: { crmCustomerId: 'nobody' } })],
    ['order.batchOrder', () => ({ body: { channelCode: 'T', channelOrderId: '1', orderList: [] } })],
    ['order.lockAssets', () => ({ body: { assetNums: [], operatorIdentity: 'me' } })],
    ['order.unlockAssets', () => ({ body: { assetNums: ['1'] } })],
    ['order.listAssets', () => ({ path: { enterpriseGlobalId: 'nobody' } })],
    ['order.allocateShellNumbers', () => ({ body: { size: 0 } })],
  ],
  '500': [bind()],
  '60000': [
    ['order.listAssets', () => ({ path: main, headers: { authorization: 'Bearer nonsense' } })],
    read('member.listEmployees', { enterpriseGlobalId: 'nobody' }),
  ],
  '60005': [['member.listEmployees', () => ({ path: main, headers: { userToken: 'nonsense' } })]],
  '70001': [['order.listAssets', () => ({ path: main, nonce: null })]],
  '80001': [
    add({ name: 'Unreachable' }),
    edit({ name: 'A' }, unreachable),
    reset({ password: 'pass-word-2' }, unreachable),
    read('member.deleteEmployee', unreachable),
  ],
  '60002': [
    edit({ name: 'A' }, nobody),
    reset({ password: 'pass-word-2' }, nobody),
    read('member.deleteEmployee', nobody),
  ],
  '40000': [
    addList(undefined),
    edit({}),
    reset({ password: 5 }),
    ['member.listEmployees', () => ({ path: main, query: { pageSize: 101 } })],
    lend('', 'OF-ANNA'),
  ],
  '40021': [addList([])],
  '60013': [addList(Array.from({ length: 101 }, () => employee()))],
  '40008': [add({ userName: '' })],
  '40001': [add({ password: '' }), reset({ password: '' })],
  '40009': [add({ departmentId: undefined })],
  '40022': [add({ name: '' })],
  '50003': [add({ password: 'short' }), reset({ password: 'x'.repeat(21) })],
  '30002': [add({ name: '长'.repeat(31) }), edit({ name: 'x'.repeat(31) })],
  '30003': [add({ remark: 'x'.repeat(201) }), edit({ remark: '长'.repeat(201) })],
  '10003': [add({ userName: 'with-dash' }), add({ userName: 'x'.repeat(61) })],
  '10004': [add({ passwordMobile: '12345' })],
  '40006': [add({}, { enterpriseGlobalId: 'codeless' })],
  '60009': [add({}, { enterpriseGlobalId: 'trial' })],
  '60027': [add({ userName: 'anna' })],
  '60017': [
    read('member.listAssetNumbers', { enterpriseGlobalId: 'unbound' }),
    ['member.listAssetProducts', () => ({ path: { assetId: assetIds.get('UNBOUND')! } })],
    read('member.listBorrowedLocks', { enterpriseGlobalId: 'unbound' }),
  ],
  '60024': [read('member.listAssetProducts', { assetId: '1' }), assign(['NOT-THERE'])],
  '60023': [assign(['BROKEN'], { memberGlobalId: 'twin' })],
  '60025': [assign(['UNBOUND'])],
  '60026': [
    assign(['BROKEN'], nobody),
    lend('FREE', 'OF-ANNA', nobody),
    lend('FREE', 'OF-ANNA', { memberGlobalId: 'twin' }),
  ],
  '60028': [assign(['BROKEN', 'BROKEN']), assign(['OF-BO'])],
  '33006': [lend('FREE', 'NO-NODES')],
  '33003': [lend('FREE', 'OF-BO')],
  '33007': [lend('FREE', 'LENT-OF-ANNA')],
  '33008': [lend('DISABLED', 'OF-ANNA'), lend('OF-ANNA', 'OF-ANNA'), lend('NOT-THERE', 'OF-ANNA')],
  '33018': [lend('LENT-TO-BO', 'OF-ANNA')],
  '33009': [lend('UNREACHABLE', 'OF-ANNA')],
}

const cases = (Object.keys(businessCodes) as BusinessCode[]).flatMap((code) =>
  provoked[code].map(([id, request]) => ({ code, id, request })),
)

describe('a business code of section 7', () => {
  it.each(cases)('$code is returned by $id', async ({ code, id, request }) => {
    const { status, json } = await client.send(id, request())
    expect([status, json.code]).toEqual([299, code])
    expect(typeof json.message).toBe('string')
    expect(typeof json.cause).toBe('string')
    expect('data' in json).toBe(code === '60027')
  })

  it('is triggered for every operation that may return it', () => {
    // Any operation may return these four before its own rules: test/contract/checks.test.ts tests them for all.
    const common = new Set<string>(['500', '60000', '60005', '70001'])
    const provokedPairs = new Set(cases.map(({ code, id }) => `${id} ${code}`))
    const missing = operationIds.flatMap((id) =>
      operations[id].codes
        .filter((code) => !common.has(code) && !provokedPairs.has(`${id} ${code}`))
        .map((code) => `${id} ${code}`),
    )
    // This one requires a stopped database: test/service/postgres/outage.test.ts.
    expect(missing).toEqual(['member.listEmployees 80001'])
  })

  it('of a failing store leaves nothing half done', async () => {
    const { list } = await client.succeed('member.listEmployees', { path: main })
    expect(list.map(({ name }) => name)).not.toContain('Unreachable')
    expect(list.map(({ globalId }) => globalId)).toContain('unreachable')
    const locks = await client.succeed('member.listBorrowedLocks', { path: main })
    expect(locks.find(({ assetNum }) => assetNum === 'UNREACHABLE')).toMatchObject({ borrowedFlag: false })
  })
})

describe('a lock operation', () => {
  it('returns each status of section 2.1: success, no such lock, failed, wrong type', async () => {
    const assetNums = ['OF-ANNA', 'NOT-THERE', 'BROKEN', 'NO-REISSUE']
    for (const id of ['order.lockAssets', 'order.unlockAssets'] as const) {
      const results = await client.succeed(id, { body: { assetNums, operatorIdentity: '王伟 Wang Wei' } })
      expect(results.map(({ status }) => status)).toEqual([1, 2, 3, 4])
    }
    const assets = await client.succeed('order.listAssets', { path: main })
    expect(assets.find(({ assetNum }) => assetNum === 'BROKEN')).toMatchObject({ locked: false })
  })
})
