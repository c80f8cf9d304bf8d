import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { bindNew, buy, product } from './parties'

let service: TestService
let client: ServiceClient
let bound: Awaited<ReturnType<typeof bindNew>>
let path: { enterpriseGlobalId: string }
let chen: string
let li: string
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const newEmployee = async (of = path) => {
  const userList = [
    { userName: `a${randomUUID().slice(0, 8)}`, password: 'secret-1', departmentId: 1, name: '员工' },
  ]
  return (await client.succeed('member.addEmployees', { path: of, body: { userList } })).succeeded[0]!
    .globalId
}
beforeEach(async () => {
  bound = await bindNew(client)
  path = { enterpriseGlobalId: bound.enterpriseGlobalId }
  chen = await newEmployee()
  li = await newEmployee()
})

const assign = (memberGlobalId: string, addAssets: string[], deleteAssets: string[] = []) => ({
  path: { memberGlobalId },
  body: { addAssets, deleteAssets },
})
const holderOf = async (assetNum: string) =>
  (await client.succeed('member.listAssetNumbers', { path })).find((one) => one.assetNum === assetNum)
    ?.cloudAccountGlobalId

describe('assigning assets', () => {
  const id = 'member.assignAssets'

  it('assigns and withdraws asset numbers in one request', async () => {
    const one = (await buy(client, bound)).asset.assetNum
    const two = (await buy(client, bound)).asset.assetNum
    expect(await client.succeed(id, assign(chen, [one]))).toBeNull()
    expect(await holderOf(one)).toBe(chen)
    const after = await client.lastEffect()
    await client.succeed(id, assign(chen, [two], [one]))
    expect([await holderOf(one), await holderOf(two)]).toEqual([null, chen])
    expect(await client.effects(after)).toMatchObject([
      { target: one, from: { assignedTo: chen }, to: { assignedTo: null } },
      { target: two, from: { assignedTo: null }, to: { assignedTo: chen } },
    ])
    const { list } = await client.succeed('member.listEmployees', { path })
    expect(list.find(({ globalId }) => globalId === chen)!.assetNums).toEqual([two])
  })

  it('changes nothing where the employee already has the assets', async () => {
    const one = (await buy(client, bound)).asset.assetNum
    await client.succeed(id, assign(chen, [one]))
    const after = await client.lastEffect()
    await client.succeed(id, assign(chen, [one]))
    expect(await client.effects(after)).toEqual([])
  })

  it('applies all or nothing', async () => {
    const free = (await buy(client, bound)).asset.assetNum
    const assignedAsset = (await buy(client, bound)).asset.assetNum
    const foreign = (await buy(client, await bindNew(client))).asset.assetNum
    await client.succeed(id, assign(li, [assignedAsset]))
    const wrong: [string, ReturnType<typeof assign>][] = [
      ['60026', assign('nobody', [free])],
      ['60028', assign(chen, [free, free])],
      ['60028', assign(chen, [free], [free])],
      ['60028', assign(chen, [free, assignedAsset])],
      ['60024', assign(chen, [free, 'nothing'])],
      ['60024', assign(chen, [free], [assignedAsset])],
      ['60025', assign(chen, [free, foreign])],
    ]
    for (const [code, request] of wrong) expect(await client.refusal(id, request)).toMatchObject({ code })
    expect([await holderOf(free), await holderOf(assignedAsset)]).toEqual([null, li])
  })

  it('has one winner of concurrent requests', async () => {
    const free = (await buy(client, bound)).asset.assetNum
    const answers = await Promise.all([chen, li].map((member) => client.send(id, assign(member, [free]))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 299])
  })
})

describe('lending', () => {
  const id = 'member.lendAssets'
  const lend = (memberGlobalId: string, borrowedUsbKey: string, ...assetIDs: string[]) => ({
    path: { memberGlobalId },
    body: { borrowedUsbKey, assetIDs },
  })
  const assetOf = async (member: string, asset = {}) => {
    const bought = (await buy(client, bound, asset)).asset
    await client.succeed('member.assignAssets', assign(member, [bought.assetNum]))
    return bought
  }
  const newLock = async (of = bound) => (await buy(client, of, { borrowedUsbKey: true })).asset
  const products = (assetId: string) => client.succeed('member.listAssetProducts', { path: { assetId } })

  it('moves the products under the lock in every list', async () => {
    const lock = await newLock()
    const merchandises = [{ merchandiseNum: 'P', licenseOrderProductList: [product('inner')] }]
    const asset = await assetOf(chen, { merchandises })
    expect(await client.succeed(id, lend(chen, lock.assetNum, asset.id))).toBeNull()

    expect(await products(asset.id)).toEqual({ productInstanceList: [], children: [] })
    const under = await products(lock.id)
    expect(under.productInstanceList?.map(({ assetInsId }) => assetInsId)).toEqual([lock.id, asset.id])
    expect(under.children).toMatchObject([
      { merchandiseNum: 'P', productInstanceList: [{ productUri: 'inner' }] },
    ])
    const numbers = await client.succeed('member.listAssetNumbers', { path })
    expect(numbers.find(({ assetId }) => assetId === asset.id)).toMatchObject({ borrowedFlag: true })
    expect(await client.succeed('member.listBorrowedLocks', { path })).toEqual([
      { assetId: lock.id, assetNum: lock.assetNum, borrowedFlag: true, cloudAccountGlobalId: chen },
    ])
    const { list } = await client.succeed('member.listEmployees', { path })
    expect(list.find(({ globalId }) => globalId === chen)).toMatchObject({ borrowNum: lock.assetNum })
  })

  it('ends when the platform gets the lock back, which the API has no operation for', async () => {
    const lock = await newLock()
    const asset = await assetOf(chen)
    expect(await service.returnLock(lock.assetNum)).toBe(false)
    await client.succeed(id, lend(chen, lock.assetNum, asset.id))
    expect(await service.returnLock(asset.assetNum)).toBe(false)
    expect(await service.returnLock(lock.assetNum)).toBe(true)
    expect((await products(asset.id)).productInstanceList).toHaveLength(1)
    expect(await client.succeed('member.listBorrowedLocks', { path })).toMatchObject([
      { assetNum: lock.assetNum, borrowedFlag: false, cloudAccountGlobalId: null },
    ])
  })

  it('adds to an existing loan of the same lock, and changes nothing for assets already on it', async () => {
    const lock = await newLock()
    const [one, two] = [await assetOf(chen), await assetOf(chen)]
    await client.succeed(id, lend(chen, lock.assetNum, one.id))
    const after = await client.lastEffect()
    await client.succeed(id, lend(chen, lock.assetNum, one.id))
    expect(await client.effects(after)).toEqual([])
    await client.succeed(id, lend(chen, lock.assetNum, one.id, two.id))
    expect(await client.effects(after)).toMatchObject([
      { target: two.assetNum, to: { lentOnto: lock.assetNum } },
    ])
  })

  it('is refused in the order of its rules, and then moves nothing', async () => {
    const [lock, other, disabled, foreign] = [
      await newLock(),
      await newLock(),
      await newLock(),
      await newLock(await bindNew(client)),
    ]
    await client.succeed('order.lockAssets', {
      body: { assetNums: [disabled.assetNum], operatorIdentity: 'x' },
    })
    const plain = await assetOf(chen)
    const away = await assetOf(chen)
    const without = await assetOf(chen, { products: [product('a', { limitConcurrent: 0 })] })
    const lis = await assetOf(li)
    await client.succeed(id, lend(chen, other.assetNum, away.id))
    const takenLock = await newLock()
    await client.succeed(id, lend(li, takenLock.assetNum, lis.id))
    const after = await client.lastEffect()
    const wrong: [string, ReturnType<typeof lend>][] = [
      ['40000', lend('nobody', '', plain.id)],
      ['40000', lend('nobody', lock.assetNum)],
      ['60026', lend('nobody', 'nothing', plain.id)],
      ['33008', lend(chen, 'nothing', plain.id)],
      ['33008', lend(chen, plain.assetNum, plain.id)],
      ['33008', lend(chen, disabled.assetNum, plain.id)],
      ['33008', lend(chen, foreign.assetNum, plain.id)],
      ['33018', lend(chen, takenLock.assetNum, lis.id)],
      ['33003', lend(chen, lock.assetNum, plain.id, lis.id)],
      ['33003', lend(chen, lock.assetNum, plain.id, 'nothing')],
      ['33007', lend(chen, lock.assetNum, plain.id, away.id)],
      ['33006', lend(chen, lock.assetNum, plain.id, without.id)],
    ]
    for (const [code, request] of wrong) expect(await client.refusal(id, request)).toMatchObject({ code })
    expect(await client.effects(after)).toEqual([])
    expect((await products(plain.id)).productInstanceList).toHaveLength(1)
  })

  it('has one winner of concurrent requests', async () => {
    const lock = await newLock()
    const [chens, lis] = [await assetOf(chen), await assetOf(li)]
    const answers = await Promise.all([
      client.send(id, lend(chen, lock.assetNum, chens.id)),
      client.send(id, lend(li, lock.assetNum, lis.id)),
    ])
    expect(answers.map(({ json }) => json.code).sort()).toEqual(['33018', 0].sort())
  })
})
