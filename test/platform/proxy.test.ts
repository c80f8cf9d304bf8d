import { createServer } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createTcp } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { routesIn } from '../../src-main/platform/transport/electron-proxy'
import { proxyFromEnvironment } from '../../src-main/platform/transport/proxy-environment'
import type { Routes } from '../../src-main/platform/transport/routes'
import { createTransport } from '../../src-main/platform/transport/transport'
import type { HttpRequest } from '../../src-main/platform/transport/transport'
import { envelope, startPlatformDouble } from '../support/platform-double'
import { makeAuthority, noOpenssl } from '../support/certificates'
import { emptyAnswer, startKeepAliveServer } from './support/keep-alive-server'
import { startConnectProxy } from '../support/connect-proxy'
import { listenOnLoopback } from '../support/listening'
import { startSocksProxy } from './support/socks-proxy'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const startProxy = async (status: 200 | 407) => {
  const proxy = await startConnectProxy(status)
  stops.push(proxy.stop)
  return proxy
}

const transportBy = (routes: Routes, certificates?: string[]) => {
  const transport = createTransport({
    routesFor: () => Promise.resolve(routes),
    certificates: () => certificates,
  })
  stops.push(() => transport.stop())
  return transport
}

const change = (url: string, over: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  freshConnection: true,
  deadlineMs: 10_000,
  ...over,
})

const send = (routes: Routes, url: string, over: Partial<HttpRequest> = {}) =>
  transportBy(routes).send(change(url, over))

const startSocks = async (rules?: Parameters<typeof startSocksProxy>[0]) => {
  const proxy = await startSocksProxy(rules)
  stops.push(proxy.stop)
  return proxy
}

const startDouble = async () => {
  const double = await startPlatformDouble(() => envelope(null))
  stops.push(double.stop)
  return { ...double, order: `${double.baseUrl}/order`, host: new URL(double.baseUrl).host }
}

/** A port without a listener. */
const deadProxy = 'http://127.0.0.1:9'
const arrived = { kind: 'answered', status: 200 }
const notLeft = { kind: 'broken', mayBeSent: false }

describe('a change through the system’s proxy', () => {
  it('arrives once, through the proxy', async () => {
    const double = await startPlatformDouble(() => envelope(null))
    stops.push(double.stop)
    const proxy = await startProxy(200)
    expect(await send([proxy.url], `${double.baseUrl}/order`)).toMatchObject({
      kind: 'answered',
      status: 200,
    })
    expect(double.calls).toHaveLength(1)
    expect(proxy.tunnelled).toEqual([new URL(double.baseUrl).host])
  })

  it('preconnects nothing for the next change, especially not past the proxy', async () => {
    const server = await startKeepAliveServer({
      answer: (socket) => void pause(100).then(() => socket.write(emptyAnswer)),
    })
    stops.push(server.stop)
    const proxy = await startProxy(200)
    expect(await send([proxy.url], server.url, { isFollowed: true })).toMatchObject({ kind: 'answered' })
    expect(server.requestLog).toHaveLength(1)
    expect(proxy.tunnelled).toHaveLength(1)
  })

  it('is certainly not sent when the proxy refuses it', async () => {
    const double = await startPlatformDouble(() => envelope(null))
    stops.push(double.stop)
    const proxy = await startProxy(407)
    expect(await send([proxy.url], `${double.baseUrl}/order`)).toMatchObject({
      kind: 'broken',
      mayBeSent: false,
    })
    expect(double.calls).toHaveLength(0)
  })

  it('is certainly not sent when the proxy is unreachable', async () => {
    expect(await send([deadProxy], 'http://127.0.0.1:10/order')).toMatchObject({
      kind: 'broken',
      mayBeSent: false,
    })
  })
})

describe('a SOCKS proxy', () => {
  it.each(['socks5', 'socks4'] as const)('carries a change once (%s)', async (scheme) => {
    const double = await startDouble()
    const socks = await startSocks()
    expect(await send([`${scheme}://${socks.host}`], double.order)).toMatchObject(arrived)
    expect(double.calls).toHaveLength(1)
    expect(socks.asked).toEqual([`${scheme.slice(-1)} ${double.host}`])
  })

  it.each(['socks5', 'socks4'] as const)('resolves the host name itself (%s)', async (scheme) => {
    const double = await startDouble()
    const socks = await startSocks()
    const named = double.order.replace('127.0.0.1', 'localhost')
    expect(await send([`${scheme}://${socks.host}`], named)).toMatchObject(arrived)
    expect(socks.asked).toEqual([`${scheme.slice(-1)} localhost:${new URL(named).port}`])
  })

  it('receives an IPv6 address as one', async () => {
    const socks = await startSocks({ cuts: true })
    await send([`socks5://${socks.host}`], 'http://[2001:db8::5:1]:81/order')
    expect(socks.asked).toEqual(['5 20010db8000000000000000000050001:81'])
  })

  it('is signed in to with the credentials in its URL', async () => {
    const double = await startDouble()
    const socks = await startSocks({ login: { user: 'li', password: 'p@ss' } })
    expect(await send([`socks5://li:p%40ss@${socks.host}`], double.order)).toMatchObject(arrived)
    for (const login of ['', 'li:wrong@']) {
      expect(await send([`socks5://${login}${socks.host}`], double.order)).toMatchObject(notLeft)
    }
    expect(double.calls).toHaveLength(1)
  })

  it('receives no name longer than its length byte can say', async () => {
    const socks = await startSocks({ login: { user: 'li', password: 'p@ss' } })
    const outcome = await send([`socks5://li:${'p'.repeat(256)}@${socks.host}`], 'http://127.0.0.1:81/order')
    expect(outcome).toMatchObject(notLeft)
    expect(JSON.stringify(outcome)).toContain('longer than 255 bytes')
    expect(socks.asked).toEqual([])
  })

  it('carries a read', async () => {
    const double = await startDouble()
    const socks = await startSocks()
    const read = { method: 'GET', freshConnection: false } as const
    expect(await send([`socks5://${socks.host}`], double.order, read)).toMatchObject(arrived)
    expect(socks.asked).toEqual([`5 ${double.host}`])
  })

  it.skipIf(noOpenssl)('sees nothing of a change over TLS, whose certificate is verified', async () => {
    const authority = makeAuthority()
    stops.push(() => {
      authority.remove()
      return Promise.resolve()
    })
    let received = ''
    const server = createSecure(authority.issue('IP:127.0.0.1'), (request, response) => {
      received += request.headers['x-mark'] as string
      response.end('{}')
    })
    const { port, stop } = await listenOnLoopback(server)
    stops.push(stop)
    const url = `https://127.0.0.1:${port}/order`
    const socks = await startSocks()
    const routes = [`socks5://${socks.host}`]
    const marked = change(url, { headers: { 'x-mark': 'MARK' } })
    expect(await transportBy(routes, [authority.pem]).send(marked)).toMatchObject(arrived)
    expect(await transportBy(routes).send(marked)).toMatchObject(notLeft)
    expect(received).toBe('MARK')
    expect(socks.tunnelled.join('')).not.toContain('MARK')
  })
})

describe('several proxy entries', () => {
  it('are tried in order, SOCKS and HTTP, before connecting directly', async () => {
    const double = await startDouble()
    const [http, socks] = [await startProxy(200), await startSocks()]
    const routes = [deadProxy, `socks5://${socks.host}`, http.url, null]
    expect(await send(routes, double.order)).toMatchObject(arrived)
    expect([socks.asked.length, http.tunnelled.length]).toEqual([1, 0])
    expect(await send(['socks5://127.0.0.1:9', http.url, null], double.order)).toMatchObject(arrived)
    expect(http.tunnelled).toHaveLength(1)
    expect(await send(['socks5://127.0.0.1:9', deadProxy, null], double.order)).toMatchObject(arrived)
    expect(double.calls).toHaveLength(3)
  })

  it('do not bypass a proxy that refuses', async () => {
    const double = await startDouble()
    const [http, socks] = [await startProxy(407), await startSocks({ reply: 2 })]
    expect(await send([http.url, null], double.order)).toMatchObject(notLeft)
    expect(await send([`socks5://${socks.host}`, null], double.order)).toMatchObject(notLeft)
    expect(double.calls).toEqual([])
  })

  it('fail where none is usable and none is DIRECT', async () => {
    const double = await startDouble()
    for (const routes of [[], [deadProxy], [deadProxy, 'socks5://127.0.0.1:9']]) {
      expect(await send(routes, double.order)).toMatchObject(notLeft)
    }
    expect(double.calls).toEqual([])
  })

  it('do not repeat a change that may have been sent through the first', async () => {
    const double = await startDouble()
    const [cutting, next] = [await startSocks({ cuts: true }), await startSocks()]
    const routes = [`socks5://${cutting.host}`, `socks5://${next.host}`, null]
    expect(await send(routes, double.order)).toMatchObject({ kind: 'broken', mayBeSent: true })
    expect(cutting.tunnelled).toHaveLength(1)
    expect([next.asked, double.calls]).toEqual([[], []])
  })

  it('try a failed one last for a while', async () => {
    const double = await startDouble()
    const socks = await startSocks()
    let tries = 0
    const broken = createTcp((socket) => {
      tries += 1
      socket.destroy()
    })
    const { url: first, stop } = await listenOnLoopback(broken)
    stops.push(stop)
    const transport = transportBy([first, `socks5://${socks.host}`])
    for (let nth = 0; nth < 3; nth += 1)
      expect(await transport.send(change(double.order))).toMatchObject(arrived)
    expect([tries, socks.asked.length]).toEqual([1, 3])
  })
})

describe('proxy settings', () => {
  it.each([
    ['DIRECT', [null]],
    ['PROXY proxy.example:8080; DIRECT', ['http://proxy.example:8080', null]],
    ['HTTPS proxy.example:443', ['https://proxy.example:443']],
    [
      'SOCKS5 socks.example:1080;PROXY proxy.example:8080',
      ['socks5://socks.example:1080', 'http://proxy.example:8080'],
    ],
    ['SOCKS old.example:1080', ['socks4://old.example:1080']],
    ['QUIC proxy.example:443; PROXY', []],
    ['', []],
  ])('the system’s value %j is read as %j', (answer, routes) => {
    expect(routesIn(answer)).toEqual(routes)
  })

  it.each([
    ['https://a.example/', ['http://p:1']],
    ['http://a.example/', ['socks5://q:2']],
    ['https://inside.corp.example/', [null]],
    ['https://corp.example/', [null]],
    ['https://notcorp.example/', ['http://p:1']],
  ])('the environment’s value for %s is %j', async (url, routes) => {
    const environment = {
      HTTPS_PROXY: 'http://p:1',
      http_proxy: 'socks5h://q:2',
      NO_PROXY: 'x, .corp.example',
    }
    expect(await proxyFromEnvironment(url, environment)).toEqual(routes)
  })
})

describe('a proxy that never responds', () => {
  it('does not delay a change beyond its timeout, and nothing was sent', async () => {
    const silent = createServer()
    silent.on('connect', () => undefined)
    const { url: proxy, stop } = await listenOnLoopback(silent)
    stops.push(stop)
    const result = await send([proxy], 'http://127.0.0.1:9/order', { deadlineMs: 200 })
    expect(result).toMatchObject({ kind: 'timeout', mayBeSent: false })
  })
})
