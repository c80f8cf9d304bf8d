import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JsonFile } from '../../src-main/util/files/json-file'
import type { PlatformClient } from '../../src-main/platform/client'
import { createEmployeeDirectory } from '../../src-main/directory/employee-directory'
import type { EmployeeDirectory } from '../../src-main/directory/employee-directory'
import { createAssetDirectory } from '../../src-main/directory/asset-directory'
import type { AssetDirectory } from '../../src-main/directory/asset-directory'
import { createEnterpriseList, emptyEnterpriseList } from '../../src-main/directory/enterprise-list'
import type { EnterpriseList, EnterpriseListContent } from '../../src-main/directory/enterprise-list'
import { startNonstandardPlatform } from '../support/nonstandard-platform/start'
import type { NonstandardPlatform } from '../support/nonstandard-platform/start'
import { addAsset, addBorrowedLock, addEmployee, addEnterprise } from '../support/nonstandard-platform/seed'
import type { Employee, Enterprise } from '../support/nonstandard-platform/world'
import { clientFor } from '../support/client'

let platform: NonstandardPlatform
let client: PlatformClient
let register: EnterpriseList
let employees: EmployeeDirectory
let records: AssetDirectory
let enterprise: Enterprise
let holder: Employee

beforeEach(async () => {
  platform = await startNonstandardPlatform()
  const { world } = platform
  enterprise = addEnterprise(world, { name: '青山设计院', code: 'qs', channelCustomerId: 'QS-1' })
  holder = addEmployee(world, enterprise, { account: 'anna', name: '安娜' })
  client = clientFor(platform)
  let content: EnterpriseListContent = emptyEnterpriseList
  const file: JsonFile<EnterpriseListContent> = {
    read: () => content,
    update: (change) => Promise.resolve(void (content = change(content))),
  }
  register = createEnterpriseList({ client, platformId: platform.baseUrl, file })
  employees = createEmployeeDirectory({ client, times: () => ({ unit: 'auto', zone: null }) })
  records = createAssetDirectory({ client, register, employees, times: () => ({ unit: 'auto', zone: null }) })
})
afterEach(async () => {
  records.stop()
  employees.stop()
  await client.stop()
  await platform.stop()
  expect(platform.faults).toEqual([])
})

const learn = async () => {
  expect(await register.addByChannel('GL-EAST', 'QS-1')).toEqual({ ok: true, value: 1 })
  expect(await records.refresh(enterprise.id)).toBeNull()
}
const listed = () => records.list(enterprise.id, 0, 50_000)
const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_one, index) => String(8_100_000_000 + from + index))

describe('assets of a platform with nonstandard responses', () => {
  it('are listed once each, in full and by ID, in any list format', async () => {
    const { world } = platform
    for (const digits of numbers(0, 30)) addAsset(world, enterprise, digits, { holder: holder.globalId })
    const lock = addBorrowedLock(world, enterprise, '8200000001', { holder: holder.globalId })
    await learn()
    const { rows, total } = listed()
    expect(total).toBe(31)
    expect(new Set(rows.map(({ assetId }) => assetId))).toEqual(new Set(world.assets.keys()))
    expect(rows.every(({ shellNumber, assetNum }) => `GXS${shellNumber ?? ''}` === assetNum)).toBe(true)
    expect(new Set(rows.map((row) => row.holder?.name))).toEqual(new Set(['安娜']))
    expect(await records.lookUp('8100000003', 'known')).toMatchObject({ state: 'found' })
    expect(await records.lookUp('8200000001', 'known')).toMatchObject({
      state: 'found',
      record: { assetNum: lock.num, assetId: lock.id, borrowedUsbKey: true, lent: true, limitEnd: null },
    })
  })

  it.each(['seconds', 'milliseconds'] as const)('have the same end date in %s', async (timeUnit) => {
    platform.behavior.timeUnit = timeUnit
    const far = Date.UTC(2099, 11, 31, 23, 59, 59)
    const soon = Date.UTC(2031, 4, 5)
    addAsset(platform.world, enterprise, '8100000001', { end: soon })
    addAsset(platform.world, enterprise, '8100000002', { end: far })
    await learn()
    const ends = new Map(listed().rows.map(({ shellNumber, limitEnd }) => [shellNumber as string, limitEnd]))
    expect(ends.get('8100000001')).toBe(soon)
    expect(ends.get('8100000002')).toBe(far)
  })

  it('with an end after 2200 have an unknown one, in both units', async () => {
    for (const [end, timeUnit, unknown] of [
      [Number(2n ** 63n - 1n), 'milliseconds', '9223372036854776000'],
      [Date.UTC(9999, 11, 31, 23, 59, 59), 'seconds', '253402300799'],
    ] as const) {
      addAsset(platform.world, enterprise, '8100000001', { end })
      platform.behavior.timeUnit = timeUnit
      await learn()
      expect(listed().rows[0]?.limitEnd).toEqual({ unknown })
    }
  })

  it.each(['gzip', 'deflate', 'br', 'no'] as const)(
    'are read from a wrapped response: %s',
    async (packed) => {
      platform.behavior.packed = packed
      for (const digits of numbers(0, 3)) addAsset(platform.world, enterprise, digits)
      await learn()
      expect(listed().total).toBe(3)
    },
  )

  it('are read with expiring tokens, and through a gateway that returns a bare 401', async () => {
    platform.behavior.staleToken = 'bare-401'
    addAsset(platform.world, enterprise, '8100000001')
    await learn()
    platform.tokens.forgetAll()
    expect(await records.refresh(enterprise.id)).toBeNull()
    expect(listed().total).toBe(1)
  })

  it('show their products under the lock they were lent onto', async () => {
    const asset = addAsset(platform.world, enterprise, '8100000001', { holder: holder.globalId })
    const lock = addBorrowedLock(platform.world, enterprise, '8200000001', { holder: holder.globalId })
    asset.lentOnto = lock.id
    await learn()
    expect(await records.licenses(asset.id)).toMatchObject({ ok: true, value: { count: 0 } })
    expect(await records.licenses(lock.id)).toMatchObject({
      ok: true,
      value: { count: 1, products: [{ name: '算量 8100000001', concurrentNodes: 3 }] },
    })
    expect(await records.licenses('9')).toMatchObject({
      ok: false,
      error: { code: 'refused', businessCode: '60024' },
    })
  })
})

describe('employees of a platform with nonstandard responses', () => {
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      addEmployee(platform.world, enterprise, { account: `e${index}`, name: `Employee ${index}` })
    }
  }
  const read = async () => {
    expect(await employees.refresh(enterprise.id)).toBeNull()
    return employees.list(enterprise.id, 0, 50_000)
  }

  it.each([
    { whole: 'missing', afterTheLastPage: 'repeats' },
    { whole: 'missing', afterTheLastPage: 'empty' },
    { whole: 'wrong', afterTheLastPage: 'empty' },
    { whole: 'given', afterTheLastPage: 'repeats' },
  ] as const)('are all read once: total $whole, beyond the end $afterTheLastPage', async (manner) => {
    Object.assign(platform.behavior, manner)
    add(199)
    const { rows, isComplete } = await read()
    expect(isComplete).toBe(true)
    expect(rows).toHaveLength(200)
    expect(rows[5]).toMatchObject({
      userName: 'e4qs',
      departmentName: '结构室',
      passwordMobile: '13900000000',
    })
    expect(rows[5]?.createdAt).toBeGreaterThan(Date.UTC(2020, 0, 1))
  })

  it('are read past a page that is returned twice, where the platform reports more pages', async () => {
    Object.assign(platform.behavior, { whole: 'given', staleAfterPage: 2 })
    add(199)
    expect((await read()).rows).toHaveLength(200)
  })

  it('take no more requests than there are pages, whatever the total is', async () => {
    Object.assign(platform.behavior, { whole: 'wrong' })
    add(199)
    await read()
    expect(platform.asked('listMembers').length).toBeLessThanOrEqual(7)
  })
})

describe('the user center of a platform with nonstandard responses', () => {
  it('is not asked before every request where tokens are short-lived', async () => {
    platform.behavior.saidLifeSeconds = 20
    for (const digits of numbers(0, 3)) addAsset(platform.world, enterprise, digits)
    await learn()
    for (let again = 0; again < 5; again += 1) await records.refresh(enterprise.id)
    // One for each application, and the user's.
    expect(platform.tokens.asked.length).toBeLessThanOrEqual(3)
  })
})
