import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { bindNew, buy } from './parties'

let service: TestService
let client: ServiceClient
let path: { enterpriseGlobalId: string }
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const newAccount = () => `a${randomUUID().replaceAll('-', '').slice(0, 12)}`
const employee = (more: Record<string, unknown> = {}) => ({
  userName: newAccount(),
  password: 'secret-1',
  departmentId: 7,
  name: '新员工',
  remark: '',
  passwordMobile: '13800001111',
  ...more,
})
const add = (...userList: unknown[]) => client.succeed('member.addEmployees', { path, body: { userList } })
const list = async (keyword = '') =>
  (await client.succeed('member.listEmployees', { path, query: { keyword } })).list

describe('adding employees', () => {
  beforeAll(async () => (path = { enterpriseGlobalId: (await bindNew(client)).enterpriseGlobalId }))

  it('adds all employees, with the enterprise code appended to the account', async () => {
    const employees = [employee({ remark: '备注' }), employee()]
    const { succeeded, failed } = await add(...employees)
    expect(failed).toEqual([])
    expect(succeeded.map(({ userName }) => userName.replace(/@e\d+$/, ''))).toEqual(
      employees.map(({ userName }) => userName),
    )
    const [first] = await list(employees[0]!.userName)
    expect(first).toMatchObject({
      globalId: succeeded[0]!.globalId,
      name: '新员工',
      remark: '备注',
      departmentId: 7,
    })
    expect(first!.id).toBe(String(succeeded[0]!.id))
  })

  const long = (length: number) => 'x'.repeat(length)
  it.each([
    ['40008', { userName: '' }],
    ['40001', { password: undefined }],
    ['40009', { departmentId: undefined }],
    ['40022', { name: ' ' }],
    ['50003', { password: long(5) }],
    ['50003', { password: long(21) }],
    ['30002', { name: long(31) }],
    ['30003', { remark: long(201) }],
    ['10003', { userName: 'li.wei' }],
    ['10003', { userName: '李薇' }],
    ['10003', { userName: long(62) }],
    ['10004', { passwordMobile: '23800001111' }],
    ['10004', { passwordMobile: '138000011112' }],
    ['40000', { departmentId: 'x' }],
  ])('refuses the whole request with %s for %o', async (code, wrong) => {
    const good = employee()
    const { code: found, message } = await client.refusal('member.addEmployees', {
      path,
      body: { userList: [good, employee(wrong)] },
    })
    expect([found, message.includes(`userList[1].${Object.keys(wrong)[0]}`)]).toEqual([code, true])
    expect(await list(good.userName)).toEqual([])
  })

  it('accepts values at the limits: 30 characters of name, 200 of remark, 6 and 20 of password, no mobile', async () => {
    const { succeeded, failed } = await add(
      employee({ name: '字'.repeat(30), remark: '字'.repeat(200), password: '123456' }),
      employee({ password: long(20), passwordMobile: undefined, remark: undefined }),
    )
    expect(failed).toEqual([])
    expect(succeeded).toHaveLength(2)
  })

  it('requires a list of 1 to 100', async () => {
    const refusal = async (userList: unknown) =>
      (await client.refusal('member.addEmployees', { path, body: { userList } })).code
    expect(await refusal([])).toBe('40021')
    expect(await refusal(undefined)).toBe('40000')
    expect(await refusal(Array.from({ length: 101 }, () => employee()))).toBe('60013')
    expect((await add(...Array.from({ length: 100 }, () => employee()))).succeeded).toHaveLength(100)
  })

  it('adds the others where an account exists, and returns 60027 with both lists', async () => {
    const there = employee()
    await add(there)
    const other = employee()
    const after = await client.lastEffect()
    const userList = [{ ...there, userName: there.userName.toUpperCase() }, other, other]
    const { status, json } = await client.send('member.addEmployees', { path, body: { userList } })
    expect([status, json.code]).toEqual([299, '60027'])
    expect(json.data).toMatchObject({
      succeeded: [{ name: other.name }],
      failed: [{ userName: userList[0]!.userName }, { userName: other.userName }],
    })
    expect(await list(other.userName)).toHaveLength(1)
    expect(await client.effects(after)).toHaveLength(1)
  })

  it('is refused beyond five members of a trial enterprise (60009)', async () => {
    const trial = { enterpriseGlobalId: register[3]!.enterpriseGlobalId }
    const body = { userList: [employee()] }
    expect(await client.refusal('member.addEmployees', { path: trial, body })).toMatchObject({
      code: '60009',
    })
    const [one] = (await client.succeed('member.listEmployees', { path: trial })).list
    await client.succeed('member.deleteEmployee', { path: { ...trial, memberGlobalId: one!.globalId } })
    await client.succeed('member.addEmployees', { path: trial, body })
  })

  it('returns 60000 for an unknown enterprise', async () => {
    const nowhere = { enterpriseGlobalId: '1' }
    const body = { userList: [employee()] }
    expect(await client.refusal('member.addEmployees', { path: nowhere, body })).toMatchObject({
      code: '60000',
    })
  })

  it('stores no plain-text password, not in the effects either', async () => {
    await add(employee({ password: 'canary-4711' }))
    expect(JSON.stringify(await client.effects())).not.toContain('canary-4711')
  })
})

describe('an employee', () => {
  let member: { enterpriseGlobalId: string; memberGlobalId: string }
  let account: string
  beforeAll(async () => {
    path = { enterpriseGlobalId: (await bindNew(client)).enterpriseGlobalId }
    const { succeeded } = await add(employee({ remark: '旧' }))
    account = succeeded[0]!.userName
    member = { ...path, memberGlobalId: succeeded[0]!.globalId }
  })
  const edit = (body: unknown) => client.succeed('member.editEmployee', { path: member, body })

  it('is edited except for the account; missing fields stay', async () => {
    expect(await edit({ userName: 'another', name: '改名', departmentId: 8 })).toBeNull()
    expect(await list(account)).toMatchObject([
      { userName: account, name: '改名', departmentId: 8, remark: '旧' },
    ])
    await edit({ remark: '', passwordMobile: '13900002222' })
    expect(await list(account)).toMatchObject([{ name: '改名', remark: '', passwordMobile: '13900002222' }])
  })

  it.each([
    ['40000', {}],
    ['40000', { name: '' }],
    ['40000', { passwordMobile: '12' }],
    ['40000', { userName: 'x'.repeat(63) }],
    ['30002', { name: 'x'.repeat(31) }],
    ['30003', { remark: 'x'.repeat(201) }],
  ])('is not edited: %s for %o', async (code, body) => {
    expect(await client.refusal('member.editEmployee', { path: member, body })).toMatchObject({ code })
  })

  it('has the password reset within its limits', async () => {
    const reset = (password?: string) => ({ path: member, body: { password } })
    const after = await client.lastEffect()
    expect(await client.succeed('member.resetPassword', reset('another-1'))).toBeNull()
    expect(await client.effects(after)).toMatchObject([{ target: member.memberGlobalId }])
    for (const [code, password] of [
      ['40001', ''],
      ['40001', undefined],
      ['50003', '12345'],
      ['50003', 'x'.repeat(21)],
    ] as const) {
      expect(await client.refusal('member.resetPassword', reset(password))).toMatchObject({ code })
    }
  })

  it('of another enterprise returns 60002, of an unknown one 60000', async () => {
    const other = await bindNew(client)
    const calls = [
      ['member.editEmployee', { name: 'x' }],
      ['member.resetPassword', { password: 'another-1' }],
      ['member.deleteEmployee', undefined],
    ] as const
    for (const [id, body] of calls) {
      for (const [code, enterpriseGlobalId] of [
        ['60002', other.enterpriseGlobalId],
        ['60000', '1'],
      ] as const) {
        expect(await client.refusal(id, { path: { ...member, enterpriseGlobalId }, body })).toMatchObject({
          code,
        })
      }
    }
  })

  it('is deleted, and the account can be used again', async () => {
    expect(await client.succeed('member.deleteEmployee', { path: member })).toBeNull()
    expect(await list(account)).toEqual([])
    expect(await client.refusal('member.deleteEmployee', { path: member })).toMatchObject({ code: '60002' })
    expect(await client.refusal('member.editEmployee', { path: member, body: { name: 'x' } })).toMatchObject({
      code: '60002',
    })
    const { failed } = await add(employee({ userName: account.replace(/@.*/, '') }))
    expect(failed).toEqual([])
  })
})

describe('a deleted employee', () => {
  it('leaves the assets unassigned, and lent products return to their assets', async () => {
    const bound = await bindNew(client)
    path = { enterpriseGlobalId: bound.enterpriseGlobalId }
    const memberGlobalId = (await add(employee())).succeeded[0]!.globalId
    const { asset } = await buy(client, bound)
    const lock = (await buy(client, bound, { borrowedUsbKey: true })).asset
    await client.succeed('member.assignAssets', {
      path: { memberGlobalId },
      body: { addAssets: [asset.assetNum] },
    })
    const loan = { borrowedUsbKey: lock.assetNum, assetIDs: [asset.id] }
    await client.succeed('member.lendAssets', { path: { memberGlobalId }, body: loan })
    await client.succeed('member.deleteEmployee', { path: { ...path, memberGlobalId } })
    expect(await client.succeed('member.listAssetNumbers', { path })).toMatchObject([
      { cloudAccountGlobalId: null, borrowedFlag: false },
      { cloudAccountGlobalId: null, borrowedFlag: false },
    ])
    const back = await client.succeed('member.listAssetProducts', { path: { assetId: asset.id } })
    expect(back.productInstanceList).toHaveLength(1)
  })
})
