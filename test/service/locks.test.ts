import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { licenseTypes } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { batch, bindNew, buy, order, product } from './parties'

let service: TestService
let client: ServiceClient
let bound: Awaited<ReturnType<typeof bindNew>>
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
  bound = await bindNew(client)
})
afterAll(() => service.stop())

const operations = ['order.lockAssets', 'order.unlockAssets'] as const
type LockOperation = (typeof operations)[number]
const ask = (id: LockOperation, ...assetNums: string[]) =>
  client.succeed(id, { body: { assetNums, operatorIdentity: 'Li Wei' } })
const newNumber = () => `T-${randomUUID()}`
const lockedOf = async (assetNum: string) => {
  const path = { enterpriseGlobalId: bound.enterpriseGlobalId }
  return (await client.succeed('order.listAssets', { path })).find((asset) => asset.assetNum === assetNum)
    ?.locked
}

describe.each(operations)('%s', (id) => {
  it.each(Object.keys(licenseTypes) as LicenseType[])(
    'of type %s depends on the type or a limit window',
    async (licenseType) => {
      const [plain, started, ending] = [newNumber(), newNumber(), newNumber()]
      const assets = [
        { assetNos: [plain] },
        { assetNos: [started], limitStartDate: 1 },
        { assetNos: [ending], limitEndDate: 2 },
      ]
      const bought = assets.map((asset) => ({ products: [product()], ...asset }))
      await client.succeed('order.batchOrder', {
        body: batch([order(bound, {}, { licenseType, assets: bought })]),
      })
      const status = licenseTypes[licenseType].reissuable ? 1 : 4
      expect(await ask(id, plain, started, ending)).toEqual([
        { assetNum: plain, status },
        { assetNum: started, status: 1 },
        { assetNum: ending, status: 1 },
      ])
      const locked = id === 'order.lockAssets'
      expect(await lockedOf(started)).toBe(locked)
      if (status === 4) expect(await lockedOf(plain)).toBe(false)
    },
  )

  it('returns one result per number, in the requested order, twice for a repeated number', async () => {
    const { assetNum } = (await buy(client, bound)).asset
    const requested = ['nothing', assetNum, 'LD8000009999', assetNum]
    expect(await ask(id, ...requested)).toEqual(
      requested.map((number) => ({ assetNum: number, status: number === assetNum ? 1 : 2 })),
    )
  })

  it('accepts the full asset number only', async () => {
    const { keyShellNumber, assetNum } = (await buy(client, bound)).asset
    expect(await ask(id, keyShellNumber, assetNum.toLowerCase())).toMatchObject([
      { status: 2 },
      { status: 2 },
    ])
  })

  it('requires numbers and an operator', async () => {
    const good = { assetNums: ['x'], operatorIdentity: 'Li Wei' }
    for (const wrong of [
      { assetNums: [] },
      { assetNums: undefined },
      { operatorIdentity: '' },
      { operatorIdentity: undefined },
    ]) {
      const { code, message } = await client.refusal(id, { body: { ...good, ...wrong } })
      expect([code, message.includes(Object.keys(wrong)[0]!)]).toEqual(['13004', true])
    }
  })
})

describe('locking', () => {
  it('succeeds for a locked lock without a change', async () => {
    const { assetNum } = (await buy(client, bound)).asset
    await ask('order.lockAssets', assetNum)
    const after = await client.lastEffect()
    expect(await ask('order.lockAssets', assetNum)).toMatchObject([{ status: 1 }])
    expect(await client.effects(after)).toEqual([])
    await ask('order.unlockAssets', assetNum)
    expect(await lockedOf(assetNum)).toBe(false)
  })

  it('and unlocking the same locks in parallel never fails and leaves them in one state', async () => {
    const numbers: string[] = []
    for (let made = 0; made < 5; made++) numbers.push((await buy(client, bound)).asset.assetNum)
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        ask(operations[turn % 2]!, ...(turn % 3 ? numbers : [...numbers].reverse())),
      ),
    )
    const states = await Promise.all(numbers.map(lockedOf))
    expect(new Set(states).size).toBe(1)
  })
})
