import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTransport } from '../../src-main/platform/transport'
import { clientFor } from '../support/client'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { envelope, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(() => new Promise((closed) => server.close(closed)))
  return (server.address() as AddressInfo).port
}

const ask = async (url: string, freshConnection: boolean, deadlineMs = 5_000) => {
  const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
  stops.push(() => transport.stop())
  return transport.send({ url, method: 'POST', headers: {}, body: '{}', freshConnection, deadlineMs })
}

const served = async (answer: (response: ServerResponse) => void) => {
  const server = createServer((_request, response) => answer(response))
  stops.push(() => server.closeAllConnections())
  return `http://127.0.0.1:${await listening(server)}/`
}

describe('an answer that does not end', () => {
  it.each([true, false])(
    'is over at the deadline, however it drips (fresh connection: %s)',
    async (fresh) => {
      const drips: NodeJS.Timeout[] = []
      const url = await served((response) => {
        response.writeHead(200)
        drips.push(setInterval(() => response.write(' '), 20))
      })
      const begun = performance.now()
      // Long enough for a busy computer to load the network's library and to connect.
      const result = await ask(url, fresh, 3_000)
      for (const drip of drips) clearInterval(drip)
      expect(result).toMatchObject({ kind: 'timeout', left: true })
      expect(performance.now() - begun).toBeLessThan(30_000)
    },
  )
})

describe('a packed answer', () => {
  const bomb = () => {
    // 320 MiB of spaces in some 300 KB.
    const piece = gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20))
    return Buffer.concat(Array.from({ length: 20 }, () => piece))
  }

  it('that unpacks to more than an answer may be is given up, without the memory for it', async () => {
    const url = await served((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb()),
    )
    const result = await ask(url, true, 30_000)
    expect(result).toMatchObject({ kind: 'broken' })
    expect(result).toMatchObject({ message: expect.stringContaining('256 MiB') as string })
  })

  it('is not unpacked through more codings than anyone needs', async () => {
    const codings = Array.from({ length: 500 }, () => 'br').join(',')
    const url = await served((response) =>
      response
        .writeHead(200, { 'content-encoding': codings })
        .end(brotliCompressSync(Buffer.from('{"code":0}'))),
    )
    expect(await ask(url, true)).toMatchObject({
      kind: 'broken',
      message: 'an answer in 500 content codings',
    })
  })
})

describe('an answer whose JSON is meant to hurt', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  const client = async (answer: Answer) => {
    const platform = await startPlatformDouble(() => answer)
    stops.push(() => platform.stop())
    return clientFor(platform)
  }
  const path = { enterpriseGlobalId: 'E1' }

  it.each([
    ['in a success', `{"code":0,"data":${deep(200_000)}}`],
    ['beside long numbers', `{"code":0,"data":[${deep(200_000)},12345678901234567890]}`],
    ['in a refusal', `{"code":"60010","message":"no","data":${deep(200_000)}}`],
    ['in an unknown field', `{"code":0,"data":[{"assetNum":"A","more":${deep(200_000)}}]}`],
  ])('nested 200,000 deep %s, ends as an outcome', async (_where, body) => {
    const outcome = await (await client({ body })).call('order.listAssets', { path })
    expect(typeof outcome.ok).toBe('boolean')
    // What cannot be copied cannot cross to the page either, and would hang whoever waits for it.
    expect(() => structuredClone(outcome)).not.toThrow()
  })

  it.each(['', ',"long":12345678901234567890'])('changes no prototype (%j beside it)', async (beside) => {
    const body = `{"code":0,"data":[{"assetNum":"A","__proto__":{"locked":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}${beside}}]}`
    const outcome = await (await client({ body })).call('order.listAssets', { path })
    expect(outcome).toMatchObject({ ok: true, value: [{ assetNum: 'A', locked: null }] })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('shows what would hide or reorder letters', async () => {
    const evil = 'Nor\u202eth \u0007Bridge\u2069 \u200fשלום'
    const read = await (
      await client(envelope([{ assetNum: 'A', licenseType: evil }]))
    ).call('order.listAssets', { path })
    expect(JSON.stringify(read)).toContain('Nor\ufffdth \ufffdBridge\ufffd \u200fשלום')
    const refused = await (
      await client({ status: 299, body: JSON.stringify({ code: '60010', message: evil }) })
    ).call('order.listAssets', { path })
    expect(JSON.stringify(refused)).not.toContain('\u202e')
  })
})

describe.skipIf(noOpenssl)('a certificate nobody vouches for', () => {
  let authority: ReturnType<typeof makeAuthority>
  beforeAll(() => {
    authority = makeAuthority()
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  })
  afterAll(() => {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    authority.remove()
  })

  it.each([true, false])(
    'is refused, whatever the environment wishes (fresh connection: %s)',
    async (fresh) => {
      let asked = 0
      const server = createSecure(authority.issue('IP:127.0.0.1'), (_request, response) => {
        asked += 1
        response.end('{}')
      })
      stops.push(() => server.closeAllConnections())
      const result = await ask(`https://127.0.0.1:${await listening(server)}/`, fresh)
      expect(result).toMatchObject({ kind: 'broken', left: false })
      expect(asked).toBe(0)
    },
  )
})
