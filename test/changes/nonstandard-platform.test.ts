import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RowAction, RowOf } from '../../src-shared/model/changes/job'
import { operationOf } from '../../src-shared/model/changes/change'
import { buildIntent } from '../../src-main/changes/operations/build-intent'
import type { RowOutcome } from '../../src-main/changes/operations/change-operation'
import { changeOperations } from '../../src-main/changes/operations/change-operations'
import { newEnterpriseOf } from '../../src-main/changes/operations/customers'
import type { PlatformClient } from '../../src-main/platform/client'
import { startNonstandardPlatform } from '../support/nonstandard-platform/start'
import type { NonstandardPlatform } from '../support/nonstandard-platform/start'
import { addAsset, addBorrowedLock, addEmployee, addEnterprise } from '../support/nonstandard-platform/seed'
import type { Asset, Employee, Enterprise } from '../support/nonstandard-platform/world'
import { clientFor } from '../support/client'

let platform: NonstandardPlatform
let client: PlatformClient
let enterprise: Enterprise
let anna: Employee
let ben: Employee

beforeEach(async () => {
  platform = await startNonstandardPlatform()
  enterprise = addEnterprise(platform.world, { name: '青山设计院', code: '1', channelCustomerId: 'QS-1' })
  anna = addEmployee(platform.world, enterprise, { account: 'anna', name: '安娜' })
  ben = addEmployee(platform.world, enterprise, { account: 'ben', name: 'Ben' })
  client = clientFor(platform)
})
afterEach(async () => {
  await client.stop()
  await platform.stop()
  expect(platform.faults).toEqual([])
})

const kindOf = (action: RowAction) => changeOperations[operationOf[action]]
const frozenOf = <Action extends RowAction>(action: Action, rows: readonly RowOf<Action>[]) =>
  rows.map((row) =>
    (buildIntent[action] as (row: RowOf<Action>) => ReturnType<(typeof buildIntent)['lend']>)(row),
  )

/** Returns the result of each row, or the failure of the whole request. */
const send = async <Action extends RowAction>(action: Action, ...rows: readonly RowOf<Action>[]) => {
  const kind = kindOf(action)
  const frozen = frozenOf(action, rows)
  const journaled = frozen.map(({ row }) => row)
  const secrets = new Map(frozen.flatMap(({ row, secret }) => (secret === null ? [] : [[row, secret]])))
  const answer = await kind.send(journaled, { operatorIdentity: 'Li Wei', secrets, client, options: {} })
  if (answer.ok) return answer.value
  return kind.readRejection(journaled, answer.error) ?? answer.error
}
const readBack = async <Action extends RowAction>(action: Action, row: RowOf<Action>) => {
  const [frozen] = frozenOf(action, [row])
  const { signal } = new AbortController()
  const deps = { client, directory: undefined as never, now: Date.now, signal }
  return frozen === undefined ? null : kindOf(action).readBack?.(frozen.row, deps)
}
const statesIn = (rowOutcomes: unknown): readonly string[] =>
  (rowOutcomes as readonly RowOutcome[]).map(({ state }) => state)

const fieldsOf = ({ globalId, name }: Employee) => ({
  enterpriseGlobalId: enterprise.id,
  memberGlobalId: globalId,
  memberName: name,
})
const newcomer = (userName: string, name: string, part: object = {}) => ({
  enterpriseGlobalId: enterprise.id,
  userName,
  name,
  departmentId: '7100000000000000012',
  remark: '',
  passwordMobile: '13800138000',
  password: 'Password-1',
  ...part,
})

describe('lending on a platform with nonstandard responses', () => {
  let asset: Asset
  let lock: Asset
  const loan = () => ({
    ...fieldsOf(anna),
    borrowedUsbKey: lock.num,
    plugId: null,
    assets: [{ assetId: asset.id, assetNum: asset.num }],
  })

  beforeEach(() => {
    asset = addAsset(platform.world, enterprise, '8100000001', { holder: anna.globalId })
    lock = addBorrowedLock(platform.world, enterprise, '8200000001')
  })

  it('sends one request and is confirmed by the lists', async () => {
    expect(await readBack('lend', loan())).toBe('not-applied')
    expect(await send('lend', loan())).toEqual([{ state: 'done', reason: null }])
    expect(asset.lentOnto).toBe(lock.id)
    expect(platform.asked('borrow').map(({ body }) => body)).toEqual([
      { borrowedUsbKey: lock.num, assetIDs: [asset.id] },
    ])
    expect(await readBack('lend', loan())).toBe('applied')
  })

  it.each([200, 299] as const)('fails under HTTP %s without a change', async (refusalStatus) => {
    platform.behavior.refusalStatus = refusalStatus
    lock.holder = ben.globalId
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33018', changed: 'no' })
  })

  it('is unconfirmed after HTTP 400, which the API does not define', async () => {
    platform.behavior.refusalStatus = 400
    lock.holder = ben.globalId
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33018', changed: 'unknown' })
    expect(await readBack('lend', loan())).toBe('not-applied')
  })

  it('is not read back as “not applied” where a list omits the asset or the employee of the lock', async () => {
    await send('lend', loan())
    platform.alterNext('assetNums', ({ status }) => ({ status, envelope: { code: 0, data: [] } }))
    expect(await readBack('lend', loan())).toBe('not-visible')
    platform.alterNext('borrowUsbKeys', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ assetNum: lock.num, borrowedFlag: 1 }] },
    }))
    expect(await readBack('lend', loan())).toBe('not-visible')
    platform.alterNext('borrowUsbKeys', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ assetNum: lock.num }] },
    }))
    expect(await readBack('lend', loan())).toBe('not-visible')
  })

  it('fails where the asset was lent meanwhile or the employee was deleted meanwhile', async () => {
    const other = addBorrowedLock(platform.world, enterprise, '8200000002')
    platform.beforeNext('borrow', () => (asset.lentOnto = other.id))
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33007', changed: 'no' })
    platform.beforeNext('borrow', () => (anna.deleted = true))
    expect(await send('lend', loan())).toMatchObject({ businessCode: '60026', changed: 'no' })
  })
})

describe('assigning and withdrawing on a platform with nonstandard responses', () => {
  it('changes the assignment and is confirmed by the lists', async () => {
    const one = addAsset(platform.world, enterprise, '8100000001', { holder: anna.globalId })
    const two = addAsset(platform.world, enterprise, '8100000002')
    const row = { ...fieldsOf(anna), deleteAssets: [one.num], addAssets: [two.num] }
    expect(await readBack('assign', row)).toBe('not-applied')
    expect(await send('assign', row)).toEqual([{ state: 'done', reason: null }])
    expect([one.holder, two.holder]).toEqual([null, anna.globalId])
    expect(await readBack('assign', row)).toBe('applied')
    platform.behavior.duplicateEvery = 1
    expect(await readBack('assign', row)).toBe('applied')
  })
})

describe('adding employees on a platform with nonstandard responses', () => {
  const three = () => [
    newcomer('chen', '陈'),
    newcomer('anna', 'Another Anna'),
    newcomer('anna1', 'Anna the Second'),
  ]

  it.each(['asked', 'whole'] as const)(
    'gives each row its own result, with failures by the account as %s',
    async (failedNames) => {
      platform.behavior.failedNames = failedNames
      const rowOutcomes = await send('add-employee', ...three())
      expect(statesIn(rowOutcomes)).toEqual(['done', 'failed', 'done'])
      expect(rowOutcomes).toMatchObject([
        { result: { userName: 'chen1' } },
        { reason: { kind: 'said', message: 'account exists already' } },
        { result: { userName: 'anna11' } },
      ])
    },
  )

  it('finds accounts that the platform stored in lower case', async () => {
    platform.behavior.lowerCase = true
    const row = newcomer('ChenYu', '陈宇')
    expect(await send('add-employee', row)).toMatchObject([
      { state: 'done', result: { userName: 'chenyu1' } },
    ])
    expect(await readBack('add-employee', row)).not.toBe('not-applied')
  })

  it('leaves rows missing from the response unconfirmed, and completes duplicate rows', async () => {
    platform.behavior.duplicateEvery = 1
    const pair = [newcomer('dora', 'Dora'), newcomer('emil', 'Emil')]
    expect(statesIn(await send('add-employee', ...pair))).toEqual(['done', 'done'])
    platform.alterNext('addMembers', ({ status }) => ({
      status,
      envelope: { code: '0', data: { succeeded: [] } },
    }))
    expect(statesIn(await send('add-employee', newcomer('fritz', 'Fritz')))).toEqual(['unknown'])
  })

  it('sends one request for 100 employees', async () => {
    const hundred = Array.from({ length: 100 }, (_one, index) => newcomer(`n${String(index)}x`, `N ${index}`))
    expect(new Set(statesIn(await send('add-employee', ...hundred)))).toEqual(new Set(['done']))
    expect(platform.asked('addMembers')).toHaveLength(1)
  })
})

describe('editing employees on a platform with nonstandard responses', () => {
  const edited = () => ({
    ...fieldsOf(anna),
    userName: anna.account,
    departmentId: '7100000000000000012',
    name: '安娜二',
    remark: '',
    passwordMobile: '13700000000',
  })

  it('is confirmed by the list', async () => {
    expect(await readBack('edit-employee', edited())).toBe('not-applied')
    expect(await send('edit-employee', edited())).toEqual([{ state: 'done', reason: null }])
    expect(anna).toMatchObject({ name: '安娜二', departmentId: '7100000000000000012' })
    expect(await readBack('edit-employee', edited())).toBe('applied')
  })

  it.each(['masked', 'missing'] as const)(
    'is not read back as “not applied” where the mobile is %s',
    async (mobiles) => {
      platform.behavior.mobiles = mobiles
      await send('edit-employee', edited())
      expect(await readBack('edit-employee', edited())).not.toBe('not-applied')
      expect(await readBack('edit-employee', { ...edited(), name: 'Somebody' })).toBe('not-applied')
    },
  )

  it('deletes employees and resets passwords', async () => {
    await send('reset-password', { ...fieldsOf(anna), password: 'New-password-1' })
    expect(anna.password).toBe('New-password-1')
    expect(await readBack('delete-employee', fieldsOf(anna))).toBe('not-applied')
    await send('delete-employee', fieldsOf(anna))
    expect(await readBack('delete-employee', fieldsOf(anna))).toBe('applied')
    expect(await send('delete-employee', fieldsOf(anna))).toMatchObject({
      businessCode: '60002',
      changed: 'no',
    })
  })
})

describe('customers on a platform with nonstandard responses', () => {
  const customer = {
    channelCode: 'GL-EAST',
    channelCustomerId: 'NEW-1',
    customerName: '新客户',
    branchName: '',
    enterpriseName: '新企业',
    passwordMobile: '13800138000',
  }

  it('are bound, and the enterprise ID is read with 19 digits or fewer', async () => {
    expect(await readBack('bind-customer', customer)).toBe('not-applied')
    const [rowOutcome] = (await send('bind-customer', customer)) as readonly RowOutcome[]
    const made = [...platform.world.enterprises.values()].find(({ name }) => name === '新企业')
    expect(rowOutcome).toMatchObject({ state: 'done', result: { enterpriseGlobalId: made?.id } })
    expect(await readBack('bind-customer', customer)).toBe('applied')
    platform.alterNext('query', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ enterpriseGlobalId: made?.id }] },
    }))
    expect(await readBack('bind-customer', customer)).toBe('not-visible')
  })

  it('are created with the ID of the enterprise', async () => {
    const row = { crmCustomerId: 'CRM-9', customerName: '建新', branchName: '', address: '' }
    const [rowOutcome] = (await send('create-enterprise', row)) as readonly RowOutcome[]
    const made = [...platform.world.enterprises.values()].find(({ name }) => name === '建新')
    expect(rowOutcome).toMatchObject({
      state: 'done',
      result: { enterpriseGlobalId: made?.id, members: [{ memberIdentity: 'INDUSTRY_ADMIN_V2' }, {}, {}] },
    })
    expect(newEnterpriseOf).toBeTypeOf('function')
    expect(await send('update-customer', { ...row, address: '南京' })).toEqual([
      { state: 'done', reason: null },
    ])
    expect(platform.world.customers.filter(({ address }) => address === '南京')).toHaveLength(2)
  })
})

describe('orders on a platform with nonstandard responses', () => {
  const batch = (syncMode: 'sync' | 'async', orderList: RowOf<'order'>['orderList']) => ({
    channelCode: 'GL-EAST',
    channelOrderId: `LO-${String(platform.world.orders.length)}`,
    syncMode,
    orderList,
  })
  const bought = (sequence: number, assetNos: string[]) => ({
    sequence,
    orderType: 'new_buy' as const,
    licenseType: 'normal_recover_usbkey',
    enterpriseGlobalId: enterprise.id,
    assets: [{ assetNos, products: [{ productUri: 'bridge', productName: 'Bridge', limitConcurrent: 2 }] }],
  })

  it('are created once where results come out of order and with text sequences', async () => {
    const [rowOutcome] = (await send(
      'order',
      batch('sync', [bought(1, ['GXS8300000001']), bought(2, ['GXS8300000002'])]),
    )) as readonly RowOutcome[]
    expect(rowOutcome?.state).toBe('done')
    const ids = platform.world.orders.map(({ id }) => id)
    expect(rowOutcome?.result).toMatchObject([
      { sequence: 2, licenseOrderId: ids[1] },
      { sequence: 1, licenseOrderId: ids[0] },
    ])
    expect(platform.world.assets.size).toBe(2)
    expect(platform.asked('batchOrder')).toMatchObject([{ query: { appKey: 'order-key' } }])
  })

  it('are completed where the response to an async order is empty', async () => {
    expect(await send('order', batch('async', [bought(1, ['GXS8300000001'])]))).toEqual([
      { state: 'done', reason: null, result: [] },
    ])
  })

  it('revoke products and assets', async () => {
    await send('order', batch('sync', [bought(1, ['GXS8300000001'])]))
    const [source] = platform.world.orders
    const off = {
      sequence: 7,
      orderType: 'delete_product' as const,
      licenseType: 'normal_recover_usbkey',
      enterpriseGlobalId: enterprise.id,
      srcLicenseOrderId: source?.id ?? '',
      assets: [
        { assetNos: ['GXS8300000001'], products: [{ productUri: 'bridge', strictMatchWhenDelete: false }] },
      ],
    }
    await send('order', batch('sync', [off]))
    const [asset] = platform.world.assets.values()
    expect(asset?.products).toEqual([])
    await send(
      'order',
      batch('sync', [{ ...off, orderType: 'delete_asset', assets: [{ assetNos: ['GXS8300000001'] }] }]),
    )
    expect(platform.world.assets.size).toBe(0)
  })

  it('return shell numbers that came as JSON numbers', async () => {
    expect(await send('allocate', { size: 3 })).toEqual([
      { state: 'done', reason: null, result: platform.world.allocated },
    ])
  })
})

describe('transport errors of a platform with nonstandard responses', () => {
  it('a lost response leaves one request unconfirmed', async () => {
    platform.alterNext('privileges', () => 'cut')
    const asset = addAsset(platform.world, enterprise, '8100000001')
    const row = { ...fieldsOf(anna), deleteAssets: [], addAssets: [asset.num] }
    expect(await send('assign', row)).toMatchObject({ changed: 'unknown' })
    expect(await readBack('assign', row)).toBe('applied')
    expect(platform.asked('privileges')).toHaveLength(1)
  })

  it('a forgotten token is renewed once, and the change is sent once', async () => {
    await send('allocate', { size: 1 })
    platform.tokens.forgetAll()
    expect(statesIn(await send('allocate', { size: 1 }))).toEqual(['done'])
    expect(platform.asked('shellnums')).toHaveLength(2)
  })

  it('a bare 401 is not retried; the next request uses a new token', async () => {
    platform.behavior.staleToken = 'bare-401'
    await send('allocate', { size: 1 })
    platform.tokens.forgetAll()
    expect(await send('allocate', { size: 1 })).toMatchObject({ code: 'unauthorized', changed: 'unknown' })
    expect(statesIn(await send('allocate', { size: 1 }))).toEqual(['done'])
    expect(platform.world.allocated).toHaveLength(2)
  })
})
