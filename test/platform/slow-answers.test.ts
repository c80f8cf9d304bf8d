import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../src-main/platform/client'
import { memoryKeeper } from '../../src-main/platform/tokens'
import type { Tokens } from '../../src-main/platform/tokens'
import { createTransport } from '../../src-main/platform/transport'
import type { HttpRequest } from '../../src-main/platform/transport'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Far longer than a part is waited for, also where the computer has much else to do. */
const deadlineMs = 1_500

/** Writes so many parts, one each 100 ms, and ends then; or hangs for ever. */
const dripping = async (parts: number, isEnded: boolean): Promise<string> => {
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200)
    let left = parts
    const drip = setInterval(() => {
      left -= 1
      if (left >= 0) response.write('x')
      else if (isEnded) response.end()
      if (left < 0) clearInterval(drip)
    }, 100)
    stops.push(() => clearInterval(drip))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

const ask = async (url: string, over: Partial<HttpRequest> = {}) => {
  const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
  stops.push(() => transport.stop())
  return transport.send({ url, method: 'GET', headers: {}, freshConnection: false, deadlineMs, ...over })
}

describe('a long answer on a slow line', () => {
  it('is waited for as long as it comes', async () => {
    expect(await ask(await dripping(25, true), { longestMs: 60_000 })).toMatchObject({
      kind: 'answered',
      text: 'x'.repeat(25),
    })
  })

  it('is over once nothing comes any more', async () => {
    const begun = performance.now()
    expect(await ask(await dripping(8, false), { longestMs: 60_000 })).toMatchObject({ kind: 'timeout' })
    const took = performance.now() - begun
    expect(took).toBeGreaterThan(8 * 100 + deadlineMs - 200)
    expect(took).toBeLessThan(30_000)
  })

  it('does not drip for ever', async () => {
    const begun = performance.now()
    expect(await ask(await dripping(500, true), { longestMs: 2_000 })).toMatchObject({ kind: 'timeout' })
    expect(performance.now() - begun).toBeLessThan(30_000)
  })

  it('is over at the deadline where no longest time is given', async () => {
    expect(await ask(await dripping(25, true))).toMatchObject({ kind: 'timeout' })
  })
})

describe('the client', () => {
  it('waits patiently for what it reads, and for a change no longer than a late commit is waited for', async () => {
    const sent: HttpRequest[] = []
    const client = createPlatformClient({
      baseUrl: 'http://127.0.0.1:1',
      userCentreUrl: 'http://127.0.0.1:1/token',
      credentials: { applications: {}, user: null } as never,
      keeper: memoryKeeper(),
      tokens: { application: () => Promise.resolve({ ok: true, value: 'token' }) } as unknown as Tokens,
      transport: {
        send: (request) => {
          sent.push(request)
          return Promise.resolve({ kind: 'timeout', left: true, message: '' })
        },
        stop: () => Promise.resolve(),
      },
    })
    await client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } })
    await client.call('order.lockAssets', { body: { assetNums: ['LD8000000001'], operatorIdentity: 'Li' } })
    await client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }, { deadlineMs: 5_000 })
    expect(sent.map(({ deadlineMs, longestMs }) => [deadlineMs, longestMs])).toEqual([
      [20_000, 600_000],
      [60_000, undefined],
      [5_000, undefined],
    ])
  })
})
