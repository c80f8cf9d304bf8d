import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import register from '../../resources/training/register.json'
import { startTestService } from '../support/service'
import type { TestService } from '../support/service'
import { connectTo } from '../support/service-client'
import type { ServiceClient } from '../support/service-client'

const { enterpriseGlobalId } = register[0]!
const lockNumber = 'LD8000000025'
const lock = 'order.lockAssets'
const unlock = 'order.unlockAssets'
const body = { assetNums: [lockNumber], operatorIdentity: 'Li Wei' }

let service: TestService
let client: ServiceClient
beforeAll(async () => {
  service = await startTestService()
  client = await connectTo(service.url)
})
afterAll(() => service.stop())

const isLocked = async () => {
  const assets = await client.succeed('order.listAssets', { path: { enterpriseGlobalId } })
  return assets.find(({ assetNum }) => assetNum === lockNumber)?.locked
}
const unlocked = () => client.succeed(unlock, { body })

describe('an injected fault', () => {
  it('refuse closes the connection before the change', async () => {
    await unlocked()
    expect(await client.fault({ operation: lock, fault: 'refuse', times: 1 })).toBe(200)
    await expect(client.send(lock, { body })).rejects.toThrow()
    expect(await isLocked()).toBe(false)
    await client.succeed(lock, { body })
  })

  it('drop-after-commit cuts the connection after the change', async () => {
    await unlocked()
    const after = await client.lastEffect()
    await client.fault({ operation: lock, fault: 'drop-after-commit' })
    await expect(client.send(lock, { body })).rejects.toThrow()
    expect(await isLocked()).toBe(true)
    expect(await client.effects(after)).toHaveLength(1)
  })

  it('delay waits before or after the change', async () => {
    await unlocked()
    await client.fault({ operation: lock, fault: 'delay', ms: 3000 })
    const sentAt = performance.now()
    const early = client.send(lock, { body })
    // Each look ends before the change may be there.
    while (performance.now() < sentAt + 150) expect(await isLocked()).toBe(false)
    expect((await early).status).toBe(200)
    expect(performance.now() - sentAt).toBeGreaterThan(2900)
    expect(await isLocked()).toBe(true)

    await unlocked()
    await client.fault({ operation: lock, fault: 'delay', ms: 6000, when: 'after' })
    let isAnswered = false
    const late = client.send(lock, { body }).then(() => (isAnswered = true))
    await expect.poll(isLocked, { interval: 20 }).toBe(true)
    expect(isAnswered).toBe(false)
    await late
  })

  it('status returns a bare HTTP status', async () => {
    await unlocked()
    await client.fault({ operation: lock, fault: 'status', status: 503 })
    const answer = await client.send(lock, { body })
    expect([answer.status, answer.text]).toEqual([503, ''])
    expect(await isLocked()).toBe(false)
  })

  it('garbage returns a body that is not JSON, after the change on request', async () => {
    await unlocked()
    await client.fault({ operation: lock, fault: 'garbage', when: 'after' })
    const { text } = await client.send(lock, { body })
    expect(() => JSON.parse(text) as unknown).toThrow()
    expect(await isLocked()).toBe(true)
  })

  it('code returns a business code', async () => {
    await client.fault({ operation: lock, fault: 'code', code: '500' })
    expect(await client.refusal(lock, { body })).toMatchObject({ code: '500' })
  })

  it('applies to the given number of calls of its operation, oldest fault first', async () => {
    await client.fault({ operation: lock, fault: 'status', status: 500, times: 2 })
    await client.fault({ operation: lock, fault: 'status', status: 502 })
    await unlocked()
    const statuses = []
    for (let call = 0; call < 4; call++) statuses.push((await client.send(lock, { body })).status)
    expect(statuses).toEqual([500, 500, 502, 200])
  })

  it('is rejected when invalid', async () => {
    for (const wrong of [{}, { operation: 'x', fault: 'refuse' }, { operation: lock, fault: 'delay' }]) {
      expect(await client.fault(wrong)).toBe(400)
    }
  })
})

describe('effects', () => {
  it('are the committed changes, with old and new state and the nonce of their request', async () => {
    await unlocked()
    const after = await client.lastEffect()
    const nonce = randomUUID()
    await client.succeed(lock, { body: { ...body, assetNums: [lockNumber, lockNumber, 'nope'] }, nonce })
    expect(await client.effects(after)).toEqual([
      {
        n: after + 1,
        operation: lock,
        target: lockNumber,
        from: { locked: false },
        to: { locked: true },
        at: expect.any(Number) as number,
        nonce,
      },
    ])
  })

  it('are empty for an unchanged state and a refused request', async () => {
    await unlocked()
    const after = await client.lastEffect()
    await unlocked()
    await client.refusal(lock, { body: { assetNums: [lockNumber], operatorIdentity: '' } })
    expect(await client.effects(after)).toEqual([])
  })
})

describe('without --faults', () => {
  it('faults and effects are not available', async () => {
    const plain = await startTestService({ faults: false })
    try {
      for (const path of ['/_training/effects', '/_training/faults']) {
        const response = await fetch(plain.url + path, { method: path.endsWith('faults') ? 'POST' : 'GET' })
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ code: '404' })
      }
    } finally {
      await plain.stop()
    }
  })
})
