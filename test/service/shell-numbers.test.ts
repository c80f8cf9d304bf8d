import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'
import { bindNew, buy } from './parties'

const id = 'order.allocateShellNumbers'
let service: TestService
let client: ServiceClient
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const allocate = (size: number) => client.succeed(id, { body: { size } })

describe('allocating shell numbers', () => {
  it('returns the requested count, in the region, in ascending order', async () => {
    const numbers = await allocate(1000)
    expect(numbers).toHaveLength(1000)
    expect(numbers.every((number) => isShellNumber(number) && number.startsWith('8'))).toBe(true)
    expect([...numbers].sort()).toEqual(numbers)
  })

  it('returns no number twice for parallel requests', async () => {
    const lists = await Promise.all(Array.from({ length: 20 }, () => allocate(50)))
    expect(new Set(lists.flat()).size).toBe(1000)
  })

  it('skips numbers of existing locks, including ones ordered by name', async () => {
    const [last] = await allocate(1)
    const ahead = String(Number(last) + 2)
    const bound = await bindNew(client)
    const { asset } = await buy(client, bound, { assetNos: [`LD${ahead}`] })
    expect(asset.keyShellNumber).toBe(ahead)
    expect(await allocate(3)).toEqual([1, 3, 4].map((step) => String(Number(last) + step)))
  })

  it.each([0, -1, 1001, 1.5, '5', null])('refuses a size of %s', async (size) => {
    expect(await client.refusal(id, { body: { size } })).toMatchObject({
      code: '13004',
      message: expect.stringContaining('size') as string,
    })
  })

  it('uses the region of the policy', async () => {
    const singapore = await startTestService({ policy: { shellNumberRegion: '6' } })
    try {
      const there = await connectTo(singapore.url)
      expect((await there.succeed(id, { body: { size: 1 } }))[0]).toMatch(/^6\d{9}$/)
    } finally {
      await singapore.stop()
    }
  })
})
