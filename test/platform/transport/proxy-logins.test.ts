import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProxyRequest } from '#shared/model/app/proxy'
import { createProxyLogins } from '../../../src-main/platform/transport/proxy-logins'
import type { Routes } from '../../../src-main/platform/transport/routes'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { proxyLoginStore } from '../../../src-main/vault/proxy-login-store'
import { secretNameOf } from '../../../src-main/vault/secret-name'
import { makeAuthority, noOpenssl } from '../../support/certificates'
import { listenOnLoopback } from '../../support/listening'
import { envelope, startPlatformDouble } from '../../support/platform-double'
import { startLoginProxy } from '../../support/login-proxy'
import { startSocksProxy } from '../support/socks-proxy'

const right = { userName: 'li', password: 'päss:wörd 密' }
const wrong = { userName: 'li', password: 'wrong' }

const stops: (() => unknown)[] = []
let secrets: Map<string, string>
const vault = {
  has: (name: string) => secrets.has(name),
  read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
  write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
  erase: (name: string) => Promise.resolve(secrets.delete(name) ? 1 : 0),
}
beforeEach(() => {
  secrets = new Map()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const storeFor = (proxy: string, login: object) =>
  secrets.set(secretNameOf('proxy', proxy), JSON.stringify(login))

/** The network of one start of the app, over the same vault. */
const start = (routes: Routes, certificates?: string[]) => {
  const logins = createProxyLogins({
    store: proxyLoginStore(vault),
    onError: (error) => expect.fail(String(error)),
  })
  const asked: (ProxyRequest | null)[] = []
  logins.onRequest((request) => asked.push(request))
  const transport = createTransport({
    routesFor: () => Promise.resolve(routes),
    certificates: () => certificates,
    proxyLogins: logins,
  })
  stops.push(() => transport.stop())
  const send = (url: string) =>
    transport.send({
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      freshConnection: true,
      deadlineMs: 10_000,
    })
  return { logins, asked, send }
}

const startPlatform = async () => {
  const double = await startPlatformDouble(() => envelope(null))
  stops.push(double.stop)
  return { ...double, url: `${double.baseUrl}/order` }
}
const startProxy = async (...of: Parameters<typeof startLoginProxy>) => {
  const proxy = await startLoginProxy(...of)
  stops.push(proxy.stop)
  return proxy
}

describe('a proxy that demands Basic', () => {
  it('is asked about once, then used, also after the next start', async () => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right)]
    const { logins, asked, send } = start([proxy.url])
    const request = { proxy: proxy.url, isEncrypted: false, wasRejected: false }
    for (let nth = 0; nth < 3; nth += 1)
      expect(await send(platform.url)).toMatchObject({ mayBeSent: false, proxy: 'proxy-sign-in' })
    expect(logins.request()).toEqual(request)
    expect(await logins.signIn(proxy.url, right)).toEqual({ accepted: true })
    await logins.save(proxy.url)
    expect(await send(platform.url)).toMatchObject({ kind: 'answered' })
    expect(asked).toEqual([request, null])
    const next = start([proxy.url])
    expect(await next.send(platform.url)).toMatchObject({ kind: 'answered' })
    expect(next.asked).toEqual([])
    expect(platform.calls).toHaveLength(2)
    const text = `li:${right.password}`
    expect(proxy.given).toEqual([null, null, null, text, text, text])
  })

  it('gets wrong credentials once; they are deleted and asked for again', async () => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right)]
    storeFor(proxy.url, wrong)
    const { logins, send } = start([proxy.url])
    const results = await Promise.all(Array.from({ length: 8 }, () => send(platform.url)))
    expect(results.map((result) => 'proxy' in result && result.proxy)).toContain('proxy-sign-in-rejected')
    expect(logins.request()).toMatchObject({ wasRejected: true })
    await send(platform.url)
    await start([proxy.url]).send(platform.url)
    expect(proxy.given.filter((text) => text !== null)).toEqual(['li:wrong'])
    expect([secrets.size, platform.calls.length]).toEqual([0, 0])
    expect(await logins.signIn(proxy.url, wrong)).toEqual({ accepted: false })
    expect(proxy.given.filter((text) => text !== null)).toHaveLength(2)
    expect(secrets.size).toBe(0)
    expect(await logins.signIn(proxy.url, right)).toEqual({ accepted: true })
    expect(await send(platform.url)).toMatchObject({ kind: 'answered' })
  })

  it('is asked about again when its password was changed', async () => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right)]
    storeFor(proxy.url, right)
    const { logins, send } = start([proxy.url])
    expect(await send(platform.url)).toMatchObject({ kind: 'answered' })
    proxy.change({ userName: 'li', password: 'new' })
    expect(await send(platform.url)).toMatchObject({ mayBeSent: false, proxy: 'proxy-sign-in-rejected' })
    expect(await logins.signIn(proxy.url, { userName: 'li', password: 'new' })).toEqual({ accepted: true })
    expect(await send(platform.url)).toMatchObject({ kind: 'answered' })
    expect(platform.calls).toHaveLength(2)
  })

  it('gets only its own credentials, and only when it has asked', async () => {
    const [platform, proxy, other] = [await startPlatform(), await startProxy(right), await startProxy(right)]
    storeFor(other.url, right)
    const { logins, send } = start([proxy.url, other.url, null])
    expect(await send(platform.url)).toMatchObject({ mayBeSent: false, proxy: 'proxy-sign-in' })
    expect(await logins.signIn(other.url, right)).toBeNull()
    expect([proxy.given, other.given, platform.calls]).toEqual([[null], [], []])
  })

  it('never has its password in a result', async () => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right)]
    storeFor(proxy.url, wrong)
    const { logins, send } = start([proxy.url])
    const results = [await send(platform.url), logins.request(), await logins.signIn(proxy.url, wrong)]
    expect(JSON.stringify(results)).not.toContain('wrong"')
    expect(logins.passwords()).toContain('wrong')
  })

  it.skipIf(noOpenssl)('may be reached over TLS, with its certificate verified', async () => {
    const authority = makeAuthority()
    stops.push(() => authority.remove())
    const platform = await startPlatform()
    const proxy = await startProxy(right, { tls: authority.issue('IP:127.0.0.1') })
    storeFor(proxy.url, right)
    expect(await start([proxy.url]).send(platform.url)).toMatchObject({ kind: 'broken', mayBeSent: false })
    expect(proxy.given).toEqual([])
    expect(await start([proxy.url], [authority.pem]).send(platform.url)).toMatchObject({ kind: 'answered' })
    proxy.change(wrong)
    const { logins, send } = start([proxy.url], [authority.pem])
    await send(platform.url)
    expect(logins.request()).toMatchObject({ isEncrypted: true })
  })
})

describe('a proxy that demands another method', () => {
  it.each([
    [['NTLM', 'Negotiate'], 'ntlm, negotiate'],
    [['Digest realm="a, Basic b", nonce="x"'], 'digest'],
    [[], 'no method'],
  ])('%j gets no credentials and opens no sign-in', async (methods, named) => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right, { methods })]
    const { logins, send } = start([proxy.url, null])
    const result = await send(platform.url)
    expect(result).toMatchObject({ mayBeSent: false, proxy: 'proxy-method' })
    expect(result).toHaveProperty('message', expect.stringContaining(named))
    expect([logins.request(), proxy.given, platform.calls]).toEqual([null, [null], []])
  })

  it('gets Basic where it offers that too', async () => {
    const platform = await startPlatform()
    const proxy = await startProxy(right, { methods: ['NTLM', 'Basic realm="x"'] })
    storeFor(proxy.url, right)
    expect(await start([proxy.url]).send(platform.url)).toMatchObject({ kind: 'answered' })
  })
})

describe('a SOCKS5 proxy that demands a user name', () => {
  it('is asked about, and rejects wrong credentials once', async () => {
    const platform = await startPlatform()
    const socks = await startSocksProxy({ login: { user: 'li', password: 'p@ss' } })
    stops.push(socks.stop)
    const route = `socks5://${socks.host}`
    const { logins, send } = start([route])
    expect(await send(platform.url)).toMatchObject({ proxy: 'proxy-sign-in' })
    expect(await logins.signIn(route, wrong)).toEqual({ accepted: false })
    expect(await logins.signIn(route, { userName: 'li', password: 'p@ss' })).toEqual({ accepted: true })
    expect(await send(platform.url)).toMatchObject({ kind: 'answered' })
    expect(platform.calls).toHaveLength(1)
  })
})

describe('a broken proxy', () => {
  it.each([
    ['closes at once', ''],
    ['answers garbage', '\u0000\u0001garbage\r\n\r\n'],
    ['answers half a line', 'HTTP/1.1 2'],
    ['sends more than its answer', 'HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
  ])('that %s is skipped, and the next entry is used', async (_name, answer) => {
    const [platform, next] = [await startPlatform(), await startProxy(right)]
    storeFor(next.url, right)
    const broken = await listenOnLoopback(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.end(answer))
      }),
    )
    stops.push(broken.stop)
    expect(await start([broken.url]).send(platform.url)).toMatchObject({ kind: 'broken', mayBeSent: false })
    for (const route of [broken.url, broken.url.replace('http', 'socks5')])
      expect(await start([route, next.url]).send(platform.url)).toMatchObject({ kind: 'answered' })
    expect(platform.calls).toHaveLength(2)
  })

  it('that hangs during a sign-in leaves the request open', async () => {
    const [platform, proxy] = [await startPlatform(), await startProxy(right)]
    const { logins, send } = start([proxy.url])
    await send(platform.url)
    await proxy.stop()
    expect(await logins.signIn(proxy.url, right)).toHaveProperty('error')
    expect(logins.request()).toMatchObject({ proxy: proxy.url })
    expect(secrets.size).toBe(0)
  })
})
