import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../src-main/platform/client'
import { createMemoryTokenKeeper } from '../../src-main/platform/auth/tokens'
import type { Tokens } from '../../src-main/platform/auth/tokens'
import { listenOnLoopback } from '../support/listening'
import { createTransport } from '../../src-main/platform/transport/transport'
import type { HttpRequest } from '../../src-main/platform/transport/transport'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

/** Much longer than the pauses between parts, even on a busy computer. */
const deadlineMs = 4_000

/** Sends this many parts, one per 100 ms, and then ends or hangs. */
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
  const { url, stop } = await listenOnLoopback(server)
  stops.push(stop)
  return `${url}/`
}

const ask = async (url: string, over: Partial<HttpRequest> = {}) => {
  const transport = createTransport({
    routesFor: () => Promise.resolve([null]),
    certificates: () => undefined,
  })
  stops.push(() => transport.stop())
  return transport.send({ url, method: 'GET', headers: {}, freshConnection: false, deadlineMs, ...over })
}

describe('a long response on a slow connection', () => {
  it('is read as long as data arrives', async () => {
    expect(await ask(await dripping(60, true), { maxMs: 60_000 })).toMatchObject({
      kind: 'answered',
      text: 'x'.repeat(60),
    })
  })

  it('times out once no data arrives', async () => {
    const startedAt = performance.now()
    expect(await ask(await dripping(8, false), { maxMs: 60_000 })).toMatchObject({ kind: 'timeout' })
    const took = performance.now() - startedAt
    expect(took).toBeGreaterThan(8 * 100 + deadlineMs - 200)
  })

  it('times out at its maximum duration', async () => {
    expect(await ask(await dripping(Infinity, true), { maxMs: 2_000 })).toMatchObject({ kind: 'timeout' })
  })

  it('times out at the deadline without a maximum duration', async () => {
    expect(await ask(await dripping(60, true))).toMatchObject({ kind: 'timeout' })
  })
})

describe('the client', () => {
  it('waits long for reads, and for a change no longer than a late commit may take', async () => {
    const sent: HttpRequest[] = []
    const client = createPlatformClient({
      baseUrl: 'http://127.0.0.1:1',
      userCentreUrl: 'http://127.0.0.1:1/token',
      credentials: { applications: {}, user: null } as never,
      keeper: createMemoryTokenKeeper(),
      tokens: { application: () => Promise.resolve({ ok: true, value: 'token' }) } as unknown as Tokens,
      transport: {
        send: (request) => {
          sent.push(request)
          return Promise.resolve({ kind: 'timeout', mayBeSent: true, message: '' })
        },
        stop: () => Promise.resolve(),
      },
    })
    await client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } })
    await client.call('order.lockAssets', { body: { assetNums: ['LD8000000001'], operatorIdentity: 'Li' } })
    await client.call('order.listAssets', { path: { enterpriseGlobalId: 'E1' } }, { deadlineMs: 5_000 })
    expect(sent.map(({ deadlineMs, maxMs }) => [deadlineMs, maxMs])).toEqual([
      [20_000, 600_000],
      [60_000, undefined],
      [5_000, undefined],
    ])
  })
})
