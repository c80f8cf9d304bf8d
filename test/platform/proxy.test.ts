import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { firstProxy } from '../../src-main/platform/electron-proxy'
import { proxyFromEnvironment } from '../../src-main/platform/proxy-environment'
import { createTransport } from '../../src-main/platform/transport'
import type { HttpRequest } from '../../src-main/platform/transport'
import { envelope, startPlatformDouble } from '../support/platform-double'
import { emptyAnswer, startPatientServer } from './support/patient-server'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A proxy that tunnels, or refuses to. */
const startProxy = async (status: 200 | 407) => {
  const tunnelled: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer()
  server.on('connection', (socket) => sockets.add(socket))
  server.on('connect', ({ url }, socket: Socket) => {
    tunnelled.push(url ?? '')
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const [host, port] = (url ?? '').split(':')
    const onward = connect(Number(port), host)
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    socket.on('error', () => undefined)
    onward.on('error', () => socket.destroy())
    return onward.pipe(socket).pipe(onward)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnelled }
}

const send = async (proxy: string, url: string, over: Partial<HttpRequest> = {}) => {
  const transport = createTransport({ proxyFor: () => Promise.resolve(proxy), certificates: () => undefined })
  stops.push(() => transport.stop())
  return transport.send({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    freshConnection: true,
    deadlineMs: 10_000,
    ...over,
  })
}

describe('a change through the system’s proxy', () => {
  it('arrives once, through the proxy', async () => {
    const double = await startPlatformDouble(() => envelope(null))
    stops.push(double.stop)
    const proxy = await startProxy(200)
    expect(await send(proxy.url, `${double.baseUrl}/order`)).toMatchObject({ kind: 'answered', status: 200 })
    expect(double.calls).toHaveLength(1)
    expect(proxy.tunnelled).toEqual([new URL(double.baseUrl).host])
  })

  it('has no connection opened for the one that follows, least of all past the proxy', async () => {
    const server = await startPatientServer({
      answer: (socket) => void pause(100).then(() => socket.write(emptyAnswer)),
    })
    stops.push(server.stop)
    const proxy = await startProxy(200)
    expect(await send(proxy.url, server.url, { isFollowed: true })).toMatchObject({ kind: 'answered' })
    expect(server.told).toHaveLength(1)
    expect(proxy.tunnelled).toHaveLength(1)
  })

  it('has certainly not left when the proxy does not let it through', async () => {
    const double = await startPlatformDouble(() => envelope(null))
    stops.push(double.stop)
    const proxy = await startProxy(407)
    expect(await send(proxy.url, `${double.baseUrl}/order`)).toMatchObject({ kind: 'broken', left: false })
    expect(double.calls).toHaveLength(0)
  })

  it('has certainly not left when there is no proxy', async () => {
    expect(await send('http://127.0.0.1:9', 'http://127.0.0.1:10/order')).toMatchObject({
      kind: 'broken',
      left: false,
    })
  })
})

describe('which proxy', () => {
  it.each([
    ['DIRECT', null],
    ['PROXY proxy.example:8080; DIRECT', 'http://proxy.example:8080'],
    ['HTTPS proxy.example:443', 'https://proxy.example:443'],
    ['SOCKS5 socks.example:1080; PROXY proxy.example:8080', 'http://proxy.example:8080'],
    ['', null],
  ])('the system’s answer %j is %j', (answer, proxy) => {
    expect(firstProxy(answer)).toBe(proxy)
  })

  it.each([
    ['https://a.example/', 'http://p:1'],
    ['http://a.example/', 'http://q:2'],
    ['https://inside.corp.example/', null],
    ['https://corp.example/', null],
    ['https://notcorp.example/', 'http://p:1'],
  ])('the environment’s for %s is %j', async (url, proxy) => {
    const environment = { HTTPS_PROXY: 'http://p:1', http_proxy: 'http://q:2', NO_PROXY: 'x, .corp.example' }
    expect(await proxyFromEnvironment(url, environment)).toBe(proxy)
  })
})

describe('a proxy that never answers', () => {
  it('does not hold a change beyond its deadline, and nothing has left', async () => {
    const silent = createServer()
    const sockets = new Set<Socket>()
    silent.on('connection', (socket) => sockets.add(socket))
    silent.on('connect', () => undefined)
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready))
    stops.push(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => silent.close(done))
    })
    const proxy = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const transport = createTransport({
      proxyFor: () => Promise.resolve(proxy),
      certificates: () => undefined,
    })
    stops.push(() => transport.stop())
    const result = await transport.send({
      url: 'http://127.0.0.1:9/order',
      method: 'POST',
      headers: {},
      freshConnection: true,
      deadlineMs: 200,
    })
    expect(result).toMatchObject({ kind: 'timeout', left: false })
  })
})
