import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RowAction, RowOf } from '../../src-shared/model/job'
import { operationOf } from '../../src-shared/model/change'
import { freeze } from '../../src-main/desk/kinds/freeze'
import type { Verdict } from '../../src-main/desk/kinds/kind'
import { changeKinds } from '../../src-main/desk/kinds/kinds'
import { newEnterpriseOf } from '../../src-main/desk/kinds/new-enterprise'
import type { PlatformClient } from '../../src-main/platform/client'
import { startAwkwardPlatform } from '../support/awkward-platform/start'
import type { AwkwardPlatform } from '../support/awkward-platform/start'
import { addAsset, addBorrowedLock, addEmployee, addEnterprise } from '../support/awkward-platform/seed'
import type { Asset, Employee, Enterprise } from '../support/awkward-platform/world'
import { clientFor } from '../support/client'

let platform: AwkwardPlatform
let client: PlatformClient
let enterprise: Enterprise
let anna: Employee
let ben: Employee

beforeEach(async () => {
  platform = await startAwkwardPlatform()
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

const kindOf = (action: RowAction) => changeKinds[operationOf[action]]
const frozenOf = <Action extends RowAction>(action: Action, rows: readonly RowOf<Action>[]) =>
  rows.map((row) => (freeze[action] as (row: RowOf<Action>) => ReturnType<(typeof freeze)['lend']>)(row))

/** What each row's answer comes to, or the failure of the whole call. */
const send = async <Action extends RowAction>(action: Action, ...rows: readonly RowOf<Action>[]) => {
  const kind = kindOf(action)
  const frozen = frozenOf(action, rows)
  const journaled = frozen.map(({ row }) => row)
  const secrets = new Map(frozen.flatMap(({ row, secret }) => (secret === null ? [] : [[row, secret]])))
  const answer = await kind.send(journaled, { operatorIdentity: 'Li Wei', secrets, client, options: {} })
  if (answer.ok) return answer.value
  return kind.readRefusal(journaled, answer.error) ?? answer.error
}
const readBack = async <Action extends RowAction>(action: Action, row: RowOf<Action>) => {
  const [frozen] = frozenOf(action, [row])
  const { signal } = new AbortController()
  const deps = { client, records: undefined as never, now: Date.now, signal }
  return frozen === undefined ? null : kindOf(action).readBack?.(frozen.row, deps)
}
const statesIn = (verdicts: unknown): readonly string[] =>
  (verdicts as readonly Verdict[]).map(({ state }) => state)

const about = ({ globalId, name }: Employee) => ({
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

describe('lending on an awkward platform', () => {
  let asset: Asset
  let lock: Asset
  const loan = () => ({
    ...about(anna),
    borrowedUsbKey: lock.num,
    plugId: null,
    assets: [{ assetId: asset.id, assetNum: asset.num }],
  })

  beforeEach(() => {
    asset = addAsset(platform.world, enterprise, '8100000001', { holder: anna.globalId })
    lock = addBorrowedLock(platform.world, enterprise, '8200000001')
  })

  it('is one request, and the lists tell that it was done', async () => {
    expect(await readBack('lend', loan())).toBe('not-applied')
    expect(await send('lend', loan())).toEqual([{ state: 'done', reason: null }])
    expect(asset.lentOnto).toBe(lock.id)
    expect(platform.asked('borrow').map(({ body }) => body)).toEqual([
      { borrowedUsbKey: lock.num, assetIDs: [asset.id] },
    ])
    expect(await readBack('lend', loan())).toBe('applied')
  })

  it.each([200, 299] as const)('is refused under HTTP %s: nothing was changed', async (refusalStatus) => {
    platform.manners.refusalStatus = refusalStatus
    lock.holder = ben.globalId
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33018', changed: 'no' })
  })

  it('refused under HTTP 400 is not known, as the document has no such answer', async () => {
    platform.manners.refusalStatus = 400
    lock.holder = ben.globalId
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33018', changed: 'unknown' })
    expect(await readBack('lend', loan())).toBe('not-applied')
  })

  it('is not called undone where a list leaves its asset or the lock’s holder out', async () => {
    await send('lend', loan())
    platform.meddle('assetNums', ({ status }) => ({ status, envelope: { code: 0, data: [] } }))
    expect(await readBack('lend', loan())).toBe('not-visible')
    platform.meddle('borrowUsbKeys', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ assetNum: lock.num, borrowedFlag: 1 }] },
    }))
    expect(await readBack('lend', loan())).toBe('not-visible')
    platform.meddle('borrowUsbKeys', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ assetNum: lock.num }] },
    }))
    expect(await readBack('lend', loan())).toBe('not-visible')
  })

  it('lent meanwhile onto another lock, and the employee deleted meanwhile, are told so', async () => {
    const other = addBorrowedLock(platform.world, enterprise, '8200000002')
    platform.meanwhile('borrow', () => (asset.lentOnto = other.id))
    expect(await send('lend', loan())).toMatchObject({ businessCode: '33007', changed: 'no' })
    platform.meanwhile('borrow', () => (anna.deleted = true))
    expect(await send('lend', loan())).toMatchObject({ businessCode: '60026', changed: 'no' })
  })
})

describe('assets given and taken on an awkward platform', () => {
  it('are where they should be, and the lists tell', async () => {
    const one = addAsset(platform.world, enterprise, '8100000001', { holder: anna.globalId })
    const two = addAsset(platform.world, enterprise, '8100000002')
    const row = { ...about(anna), deleteAssets: [one.num], addAssets: [two.num] }
    expect(await readBack('assign', row)).toBe('not-applied')
    expect(await send('assign', row)).toEqual([{ state: 'done', reason: null }])
    expect([one.holder, two.holder]).toEqual([null, anna.globalId])
    expect(await readBack('assign', row)).toBe('applied')
    platform.manners.doubledEvery = 1
    expect(await readBack('assign', row)).toBe('applied')
  })
})

describe('employees added to an awkward platform', () => {
  const three = () => [
    newcomer('chen', '陈'),
    newcomer('anna', 'Another Anna'),
    newcomer('anna1', 'Anna the Second'),
  ]

  it.each(['asked', 'whole'] as const)(
    'are told apart, failures by the account as %s',
    async (failedNames) => {
      platform.manners.failedNames = failedNames
      const verdicts = await send('add-employee', ...three())
      expect(statesIn(verdicts)).toEqual(['done', 'failed', 'done'])
      expect(verdicts).toMatchObject([
        { result: { userName: 'chen1' } },
        { reason: { kind: 'said', message: 'account exists already' } },
        { result: { userName: 'anna11' } },
      ])
    },
  )

  it('are found though the platform keeps accounts in small letters', async () => {
    platform.manners.smallLetters = true
    const row = newcomer('ChenYu', '陈宇')
    expect(await send('add-employee', row)).toMatchObject([
      { state: 'done', result: { userName: 'chenyu1' } },
    ])
    expect(await readBack('add-employee', row)).not.toBe('not-applied')
  })

  it('that the answer leaves out are not known; those it doubles are done', async () => {
    platform.manners.doubledEvery = 1
    const pair = [newcomer('dora', 'Dora'), newcomer('emil', 'Emil')]
    expect(statesIn(await send('add-employee', ...pair))).toEqual(['done', 'done'])
    platform.meddle('addMembers', ({ status }) => ({
      status,
      envelope: { code: '0', data: { succeeded: [] } },
    }))
    expect(statesIn(await send('add-employee', newcomer('fritz', 'Fritz')))).toEqual(['unknown'])
  })

  it('are one request for a hundred', async () => {
    const hundred = Array.from({ length: 100 }, (_one, index) => newcomer(`n${String(index)}x`, `N ${index}`))
    expect(new Set(statesIn(await send('add-employee', ...hundred)))).toEqual(new Set(['done']))
    expect(platform.asked('addMembers')).toHaveLength(1)
  })
})

describe('employees changed on an awkward platform', () => {
  const edited = () => ({
    ...about(anna),
    userName: anna.account,
    departmentId: '7100000000000000012',
    name: '安娜二',
    remark: '',
    passwordMobile: '13700000000',
  })

  it('are told by the list', async () => {
    expect(await readBack('edit-employee', edited())).toBe('not-applied')
    expect(await send('edit-employee', edited())).toEqual([{ state: 'done', reason: null }])
    expect(anna).toMatchObject({ name: '安娜二', departmentId: '7100000000000000012' })
    expect(await readBack('edit-employee', edited())).toBe('applied')
  })

  it.each(['masked', 'missing'] as const)('are not called undone where the mobile is %s', async (mobiles) => {
    platform.manners.mobiles = mobiles
    await send('edit-employee', edited())
    expect(await readBack('edit-employee', edited())).not.toBe('not-applied')
    expect(await readBack('edit-employee', { ...edited(), name: 'Somebody' })).toBe('not-applied')
  })

  it('are deleted, and have new passwords', async () => {
    await send('reset-password', { ...about(anna), password: 'New-password-1' })
    expect(anna.password).toBe('New-password-1')
    expect(await readBack('delete-employee', about(anna))).toBe('not-applied')
    await send('delete-employee', about(anna))
    expect(await readBack('delete-employee', about(anna))).toBe('applied')
    expect(await send('delete-employee', about(anna))).toMatchObject({ businessCode: '60002', changed: 'no' })
  })
})

describe('customers of an awkward platform', () => {
  const customer = {
    channelCode: 'GL-EAST',
    channelCustomerId: 'NEW-1',
    customerName: '新客户',
    branchName: '',
    enterpriseName: '新企业',
    passwordMobile: '13800138000',
  }

  it('are bound, and their enterprise has its id, 19 digits or not', async () => {
    expect(await readBack('bind-customer', customer)).toBe('not-applied')
    const [verdict] = (await send('bind-customer', customer)) as readonly Verdict[]
    const made = [...platform.world.enterprises.values()].find(({ name }) => name === '新企业')
    expect(verdict).toMatchObject({ state: 'done', result: { enterpriseGlobalId: made?.id } })
    expect(await readBack('bind-customer', customer)).toBe('applied')
    platform.meddle('query', ({ status }) => ({
      status,
      envelope: { code: 0, data: [{ enterpriseGlobalId: made?.id }] },
    }))
    expect(await readBack('bind-customer', customer)).toBe('not-visible')
  })

  it('are created with the handle on the enterprise', async () => {
    const row = { crmCustomerId: 'CRM-9', customerName: '建新', branchName: '', address: '' }
    const [verdict] = (await send('create-enterprise', row)) as readonly Verdict[]
    const made = [...platform.world.enterprises.values()].find(({ name }) => name === '建新')
    expect(verdict).toMatchObject({
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

describe('orders on an awkward platform', () => {
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

  it('are made once, answered out of order and with sequences as text', async () => {
    const [verdict] = (await send(
      'order',
      batch('sync', [bought(1, ['GXS8300000001']), bought(2, ['GXS8300000002'])]),
    )) as readonly Verdict[]
    expect(verdict?.state).toBe('done')
    const ids = platform.world.orders.map(({ id }) => id)
    expect(verdict?.result).toMatchObject([
      { sequence: 2, licenseOrderId: ids[1] },
      { sequence: 1, licenseOrderId: ids[0] },
    ])
    expect(platform.world.assets.size).toBe(2)
    expect(platform.asked('batchOrder')).toMatchObject([{ query: { appKey: 'order-key' } }])
  })

  it('are done where an asynchronous one is answered with nothing', async () => {
    expect(await send('order', batch('async', [bought(1, ['GXS8300000001'])]))).toEqual([
      { state: 'done', reason: null, result: [] },
    ])
  })

  it('take products and assets away again', async () => {
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

  it('bring shell numbers that came as JSON numbers', async () => {
    expect(await send('allocate', { size: 3 })).toEqual([
      { state: 'done', reason: null, result: platform.world.allocated },
    ])
  })
})

describe('an awkward platform’s trouble', () => {
  it('loses an answer: one request, and nobody knows', async () => {
    platform.meddle('privileges', () => 'cut')
    const asset = addAsset(platform.world, enterprise, '8100000001')
    const row = { ...about(anna), deleteAssets: [], addAssets: [asset.num] }
    expect(await send('assign', row)).toMatchObject({ changed: 'unknown' })
    expect(await readBack('assign', row)).toBe('applied')
    expect(platform.asked('privileges')).toHaveLength(1)
  })

  it('forgets tokens in the middle: renewed once, done once', async () => {
    await send('allocate', { size: 1 })
    platform.tokens.forgetAll()
    expect(statesIn(await send('allocate', { size: 1 }))).toEqual(['done'])
    expect(platform.asked('shellnums')).toHaveLength(2)
  })

  it('answers 401 without a word: the change is not sent again, the next call has new tokens', async () => {
    platform.manners.staleToken = 'bare-401'
    await send('allocate', { size: 1 })
    platform.tokens.forgetAll()
    expect(await send('allocate', { size: 1 })).toMatchObject({ code: 'unauthorized', changed: 'unknown' })
    expect(statesIn(await send('allocate', { size: 1 }))).toEqual(['done'])
    expect(platform.world.allocated).toHaveLength(2)
  })
})
