import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { createServer as createSecure } from 'node:https'
import type { Server } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { toUtf8 } from '../../src-main/platform/response/decode-body'
import { createTransport } from '../../src-main/platform/transport/transport'
import { clientFor } from '../support/client'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { listenOnLoopback } from '../support/listening'
import { envelope, startPlatformDouble } from '../support/platform-double'
import type { Answer } from '../support/platform-double'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const listening = async (server: Server): Promise<number> => {
  const { port, stop } = await listenOnLoopback(server)
  stops.push(stop)
  return port
}

const ask = async (url: string, freshConnection: boolean, deadlineMs = 5_000) => {
  const transport = createTransport({
    routesFor: () => Promise.resolve([null]),
    certificates: () => undefined,
  })
  stops.push(() => transport.stop())
  return transport.send({ url, method: 'POST', headers: {}, body: '{}', freshConnection, deadlineMs })
}

const served = async (answer: (response: ServerResponse) => void) => {
  const server = createServer((_request, response) => answer(response))
  return `http://127.0.0.1:${await listening(server)}/`
}

describe('a response that does not end', () => {
  it.each([true, false])('times out, however slowly it arrives (fresh connection: %s)', async (fresh) => {
    const drips: NodeJS.Timeout[] = []
    const url = await served((response) => {
      response.writeHead(200)
      drips.push(setInterval(() => response.write(' '), 20))
    })
    // Long enough for a busy computer to load the network library and connect.
    const result = await ask(url, fresh, 3_000)
    for (const drip of drips) clearInterval(drip)
    expect(result).toMatchObject({ kind: 'timeout', mayBeSent: true })
  })
})

describe('a response in a Chinese encoding', () => {
  const dengji = { gbk: [0xb5, 0xc7, 0xbc, 0xc7], gb18030: [0xb5, 0xc7, 0x81, 0x30, 0x84, 0x36] }
  const texts = { gbk: '登记', gb18030: '登\u00a5' }

  it.each([
    ['application/json; charset=GBK', 'gbk'],
    ['application/json;charset="gb2312"', 'gbk'],
    ['application/json; charset=gb18030', 'gb18030'],
  ] as const)('is decoded by its Content-Type %s, wherever it is split', async (type, encoding) => {
    const bytes = Buffer.from(dengji[encoding])
    const url = await served((response) => {
      response.writeHead(200, { 'content-type': type })
      let at = 0
      const next = () => {
        if (at === bytes.length) return response.end()
        response.write(bytes.subarray(at, (at += 1)))
        return setTimeout(next, 5)
      }
      next()
    })
    expect(await ask(url, true)).toMatchObject({ kind: 'answered', text: texts[encoding] })
  })

  it('leaves turns to other tasks while a long one is decoded', async () => {
    const chunk = Buffer.from(Array.from({ length: 65_536 }, (_, at) => dengji.gbk[at % 4] ?? 0))
    let turns = 0
    let isOver = false
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const decoded = await toUtf8(Array<Buffer>(500).fill(chunk), 'application/json; charset=gbk')
    isOver = true
    expect(turns).toBeGreaterThan(3)
    expect(Buffer.concat(decoded).toString('utf8', 0, 12)).toBe('登记登记')
  })

  it('is UTF-8 where the encoding is missing or unknown', async () => {
    for (const type of ['application/json', 'application/json; charset=x-nothing']) {
      const url = await served((response) => response.writeHead(200, { 'content-type': type }).end('登记'))
      expect(await ask(url, true)).toMatchObject({ text: '登记' })
    }
  })
})

describe('a compressed response', () => {
  const bomb = () => {
    // 320 MiB of spaces in about 300 KB.
    const piece = gzipSync(Buffer.alloc(16 * 1024 * 1024, 0x20))
    return Buffer.concat(Array.from({ length: 20 }, () => piece))
  }

  it('is aborted when it decompresses beyond the limit, without allocating it', async () => {
    const url = await served((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb()),
    )
    const result = await ask(url, true, 30_000)
    expect(result).toMatchObject({ kind: 'unreadable' })
    expect(result).toMatchObject({ message: expect.stringContaining('256 MiB') as string })
  })

  it('is rejected with too many content codings', async () => {
    const codings = Array.from({ length: 500 }, () => 'br').join(',')
    const url = await served((response) =>
      response
        .writeHead(200, { 'content-encoding': codings })
        .end(brotliCompressSync(Buffer.from('{"code":0}'))),
    )
    expect(await ask(url, true)).toMatchObject({
      kind: 'unreadable',
      message: 'response with 500 content codings',
    })
  })
})

describe('a response of the user center', () => {
  const lock = { body: { assetNums: ['A'], operatorIdentity: 'Li' } }
  const withToken = async (body: string) => {
    const platform = await startPlatformDouble(() => envelope([{ assetNum: 'A', status: 1 }]))
    stops.push(() => platform.stop())
    platform.answerTokensWith(() => ({ body }))
    const outcome = await clientFor(platform).call('order.lockAssets', lock)
    return { outcome, calls: platform.calls.length }
  }

  it.each(['{"toString":1,"valueOf":1}', '[]', 'true', '-1', '1e400', '"soon"'])(
    'with the lifetime %s is read, and never thrown',
    async (lifetime) => {
      const { outcome } = await withToken(`{"access_token":"t","expires_in":${lifetime}}`)
      expect(outcome).toMatchObject({ ok: true })
    },
  )

  it('ends at its own limit, with nothing sent to the platform', async () => {
    const { outcome, calls } = await withToken(`{"access_token":"t","more":"${'x'.repeat(300_000)}"}`)
    expect(outcome).toMatchObject({
      ok: false,
      error: { code: 'malformed', message: expect.stringContaining('256 KiB') as string, changed: 'no' },
    })
    expect(calls).toBe(0)
  })
})

describe('a response with hostile JSON', () => {
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
  ])('nested 200,000 deep %s, is an outcome', async (_where, body) => {
    const outcome = await (await client({ body })).call('order.listAssets', { path })
    expect(typeof outcome.ok).toBe('boolean')
    // A value that cannot be cloned cannot cross to the page and would hang its caller.
    expect(() => structuredClone(outcome)).not.toThrow()
  })

  it.each(['', ',"long":12345678901234567890'])('changes no prototype (%j beside it)', async (beside) => {
    const body = `{"code":0,"data":[{"assetNum":"A","__proto__":{"locked":true,"polluted":1},"constructor":{"prototype":{"polluted":1}}${beside}}]}`
    const outcome = await (await client({ body })).call('order.listAssets', { path })
    expect(outcome).toMatchObject({ ok: true, value: [{ assetNum: 'A', locked: null }] })
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('hides a token and bidirectional characters in its code too', async () => {
    for (const code of ['application-token-1', '\u202e60002\u0007', '9'.repeat(500)]) {
      const outcome = await (
        await client({ status: 299, body: JSON.stringify({ code, message: '' }) })
      ).call('order.listAssets', { path })
      expect(outcome.ok).toBe(false)
      expect(JSON.stringify(outcome)).not.toMatch(/application-token-1|\u202e|\\u0007|9{100}/)
    }
  })

  it('with an object too long for one piece is malformed, not unreachable, and asked for once', async () => {
    const platform = await startPlatformDouble(() => ({
      body: `{"code":0,"data":{"list":["${'x'.repeat(5_000_000)}"]}}`,
    }))
    stops.push(() => platform.stop())
    const outcome = await clientFor(platform).call('member.listEmployees', { path })
    expect(outcome).toMatchObject({ ok: false, error: { code: 'malformed' } })
    expect(platform.calls).toHaveLength(1)
  })

  it('replaces characters that hide or reorder text', async () => {
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

describe.skipIf(noOpenssl)('a certificate of an unknown issuer', () => {
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
    'is rejected, whatever the environment sets (fresh connection: %s)',
    async (fresh) => {
      let requestCount = 0
      const server = createSecure(authority.issue('IP:127.0.0.1'), (_request, response) => {
        requestCount += 1
        response.end('{}')
      })
      stops.push(() => server.closeAllConnections())
      const result = await ask(`https://127.0.0.1:${await listening(server)}/`, fresh)
      expect(result).toMatchObject({ kind: 'broken', mayBeSent: false })
      expect(requestCount).toBe(0)
    },
  )
})
