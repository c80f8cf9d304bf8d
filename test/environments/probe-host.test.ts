import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import { connect, createServer as createTcp } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { probeConnection, probeName } from '../../src-main/environments/probe-host'
import { makeAuthority, noOpenssl } from '../support/certificates'
import type { ServerCertificate } from '../support/certificates'

if (noOpenssl) console.warn('Certificates are not tested here: openssl is not installed.')

const never = new AbortController().signal
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const listen = async (server: Server, sockets = new Set<Socket>()): Promise<number> => {
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((closed) => server.close(closed))
  })
  return (server.address() as AddressInfo).port
}

const direct = (ca?: string) => ({
  proxyFor: () => Promise.resolve(null),
  certificates: () => (ca === undefined ? undefined : [ca]),
})

const served = async (certificate: ServerCertificate, seen: () => void = () => undefined) =>
  new URL(
    `https://127.0.0.1:${await listen(
      createServer(certificate, (_request, response) => {
        seen()
        response.end()
      }),
    )}`,
  )

describe.skipIf(noOpenssl)('the certificate of a platform', () => {
  let authority: ReturnType<typeof makeAuthority>
  beforeAll(() => {
    authority = makeAuthority()
  })
  afterAll(() => authority.remove())

  it('of a company’s own authority is good where that is trusted, and is shown', async () => {
    let requests = 0
    const url = await served(authority.issue('IP:127.0.0.1'), () => (requests += 1))
    const probed = await probeConnection(url, direct(authority.pem), never)
    expect(probed).toMatchObject({
      ok: true,
      value: [
        { kind: 'certificate', subject: 'platform.north-bridge', issuer: 'North Bridge Root, North Bridge' },
      ],
    })
    // It only looks: nothing of ours has gone over that connection.
    expect(requests).toBe(0)
  })

  it('of an issuer that nobody here trusts is told as that', async () => {
    const url = await served(authority.issue('IP:127.0.0.1'))
    const probed = await probeConnection(url, direct(), never)
    expect(probed).toMatchObject({ ok: false, error: { code: 'certificate-unknown-issuer' } })
    expect(probed).toMatchObject({ facts: [{ issuer: 'North Bridge Root, North Bridge' }] })
  })

  it('that has expired is told as that', async () => {
    const url = await served(authority.issue('IP:127.0.0.1', -1))
    expect(await probeConnection(url, direct(authority.pem), never)).toMatchObject({
      error: { code: 'certificate-expired', subject: '127.0.0.1' },
    })
  })

  it('for another name is told as that', async () => {
    const url = await served(authority.issue('DNS:elsewhere.example'))
    expect(await probeConnection(url, direct(authority.pem), never)).toMatchObject({
      error: { code: 'certificate-wrong-name' },
    })
  })

  it('is looked at through a proxy as well', async () => {
    const url = await served(authority.issue('IP:127.0.0.1'))
    const asked: string[] = []
    const proxy = createPlain()
    proxy.on('connect', (request, client) => {
      asked.push(request.url ?? '')
      const [host = '', port = ''] = (request.url ?? '').split(':')
      const onward = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        onward.pipe(client).pipe(onward)
      })
      onward.on('error', () => client.destroy())
      client.on('error', () => onward.destroy())
    })
    const port = await listen(proxy)
    const through = {
      proxyFor: () => Promise.resolve(`http://127.0.0.1:${port}`),
      certificates: () => [authority.pem],
    }
    expect(await probeConnection(url, through, never)).toMatchObject({ ok: true })
    expect(asked).toEqual([url.host])
    expect(await probeName(url, through, never)).toEqual({
      ok: true,
      value: [{ kind: 'proxy', host: '127.0.0.1', proxy: `127.0.0.1:${port}` }],
    })
  })
})

describe('the way to a platform', () => {
  it('that speaks no TLS is told as that', async () => {
    const port = await listen(createPlain((_request, response) => response.end()))
    expect(await probeConnection(new URL(`https://127.0.0.1:${port}`), direct(), never)).toMatchObject({
      error: { code: 'not-tls' },
    })
  })

  it('without encryption is a fact, not a failure', async () => {
    const port = await listen(createPlain())
    expect(await probeConnection(new URL(`http://127.0.0.1:${port}`), direct(), never)).toEqual({
      ok: true,
      value: [{ kind: 'plain-http', host: '127.0.0.1' }],
    })
  })

  it('where nobody listens is refused', async () => {
    const server = createPlain()
    const port = await listen(server)
    for (const stop of stops.splice(0)) await stop()
    expect(await probeConnection(new URL(`http://127.0.0.1:${port}`), direct(), never)).toMatchObject({
      error: { code: 'connection-refused', subject: `127.0.0.1:${port}` },
    })
  })

  it('that a proxy bars is told as the proxy’s', async () => {
    const proxy = createPlain()
    proxy.on('connect', (_request, client) => client.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
    const port = await listen(proxy)
    const barred = {
      proxyFor: () => Promise.resolve(`http://127.0.0.1:${port}`),
      certificates: () => undefined,
    }
    expect(await probeConnection(new URL('https://platform.example'), barred, never)).toMatchObject({
      error: { code: 'proxy-refused', message: 'HTTP 403' },
    })
  })

  it('begins with a name that somebody knows', async () => {
    const unknown = await probeName(new URL('https://no-such-host.invalid'), direct(), never)
    expect(unknown).toMatchObject({ error: { code: 'name-not-found', subject: 'no-such-host.invalid' } })
    expect(await probeName(new URL('https://127.0.0.1:1'), direct(), never)).toEqual({ ok: true, value: [] })
  })

  it('is given up at once when the test is stopped', async () => {
    // It takes the connection and says nothing.
    const port = await listen(createTcp())
    const stopping = new AbortController()
    const began = Date.now()
    const probing = probeConnection(new URL(`https://127.0.0.1:${port}`), direct(), stopping.signal)
    setTimeout(() => stopping.abort(), 50)
    expect((await probing).ok).toBe(false)
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})
