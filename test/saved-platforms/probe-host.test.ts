import { createServer as createPlain } from 'node:http'
import { createServer } from 'node:https'
import { createServer as createTcp } from 'node:net'
import type { Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { probeConnection, probeName } from '../../src-main/saved-platforms/probe-host'
import { startConnectProxy } from '../support/connect-proxy'
import { listenOnLoopback } from '../support/listening'
import { makeAuthority, noOpenssl } from '../support/certificates'
import type { ServerCertificate } from '../support/certificates'

if (noOpenssl) console.warn('Certificates are not tested here: openssl is not installed.')

const never = new AbortController().signal
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const listen = async (server: Server): Promise<number> => {
  const { port, stop } = await listenOnLoopback(server)
  stops.push(stop)
  return port
}

const direct = (ca?: string) => ({
  routesFor: () => Promise.resolve([null]),
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

  it('of a company authority is accepted where trusted, and shown', async () => {
    let requests = 0
    const url = await served(authority.issue('IP:127.0.0.1'), () => (requests += 1))
    const probed = await probeConnection(url, direct(authority.pem), never)
    expect(probed).toMatchObject({
      ok: true,
      value: [
        { kind: 'certificate', subject: 'platform.north-bridge', issuer: 'North Bridge Root, North Bridge' },
      ],
    })
    // The probe sends no request over that connection.
    expect(requests).toBe(0)
  })

  it('of an unknown issuer is reported so', async () => {
    const url = await served(authority.issue('IP:127.0.0.1'))
    const probed = await probeConnection(url, direct(), never)
    expect(probed).toMatchObject({ ok: false, error: { code: 'certificate-unknown-issuer' } })
    expect(probed).toMatchObject({ facts: [{ issuer: 'North Bridge Root, North Bridge' }] })
  })

  it('that has expired is reported so', async () => {
    const url = await served(authority.issue('IP:127.0.0.1', -1))
    expect(await probeConnection(url, direct(authority.pem), never)).toMatchObject({
      error: { code: 'certificate-expired', subject: '127.0.0.1' },
    })
  })

  it('for another name is reported so', async () => {
    const url = await served(authority.issue('DNS:elsewhere.example'))
    expect(await probeConnection(url, direct(authority.pem), never)).toMatchObject({
      error: { code: 'certificate-wrong-name' },
    })
  })

  it('is checked through a proxy too', async () => {
    const url = await served(authority.issue('IP:127.0.0.1'))
    const proxy = await startConnectProxy()
    stops.push(proxy.stop)
    const through = {
      routesFor: () => Promise.resolve([proxy.url]),
      certificates: () => [authority.pem],
    }
    expect(await probeConnection(url, through, never)).toMatchObject({ ok: true })
    expect(proxy.tunnelled).toEqual([url.host])
    expect(await probeName(url, through, never)).toEqual({
      ok: true,
      value: [{ kind: 'proxy', host: '127.0.0.1', proxy: proxy.host }],
    })
  })
})

describe('the connection to a platform', () => {
  it('without TLS on the other side is reported so', async () => {
    const port = await listen(createPlain((_request, response) => response.end()))
    expect(await probeConnection(new URL(`https://127.0.0.1:${port}`), direct(), never)).toMatchObject({
      error: { code: 'not-tls' },
    })
  })

  it('without encryption is reported as a fact, not a failure', async () => {
    const port = await listen(createPlain())
    expect(await probeConnection(new URL(`http://127.0.0.1:${port}`), direct(), never)).toEqual({
      ok: true,
      value: [{ kind: 'plain-http', host: '127.0.0.1' }],
    })
  })

  it('to a closed port is refused', async () => {
    const server = createPlain()
    const port = await listen(server)
    for (const stop of stops.splice(0)) await stop()
    expect(await probeConnection(new URL(`http://127.0.0.1:${port}`), direct(), never)).toMatchObject({
      error: { code: 'connection-refused', subject: `127.0.0.1:${port}` },
    })
  })

  it('blocked by a proxy is reported as the proxy’s failure', async () => {
    const proxy = await startConnectProxy(403)
    stops.push(proxy.stop)
    const barred = {
      routesFor: () => Promise.resolve([proxy.url]),
      certificates: () => undefined,
    }
    expect(await probeConnection(new URL('https://platform.example'), barred, never)).toMatchObject({
      error: { code: 'proxy-refused', message: 'HTTP 403' },
    })
  })

  it('fails for an unknown host name', async () => {
    const unknown = await probeName(new URL('https://no-such-host.invalid'), direct(), never)
    expect(unknown).toMatchObject({ error: { code: 'name-not-found', subject: 'no-such-host.invalid' } })
    expect(await probeName(new URL('https://127.0.0.1:1'), direct(), never)).toEqual({ ok: true, value: [] })
  })

  it('fails where the proxy configuration fails, and stops where it never ends', async () => {
    const url = new URL('https://127.0.0.1:1')
    const failing = { ...direct(), routesFor: () => Promise.reject(new Error('a fault in the script')) }
    expect(await probeName(url, failing, never)).toMatchObject({ error: { code: 'connection-refused' } })
    const endless = { ...direct(), routesFor: () => new Promise<never>(() => undefined) }
    const stopping = new AbortController()
    const probing = probeName(url, endless, stopping.signal)
    stopping.abort()
    expect((await probing).ok).toBe(false)
  })

  it('is aborted at once when the test is stopped', async () => {
    // The server accepts the connection and stays silent.
    const port = await listen(createTcp())
    const stopping = new AbortController()
    const probing = probeConnection(new URL(`https://127.0.0.1:${port}`), direct(), stopping.signal)
    setTimeout(() => stopping.abort(), 50)
    expect((await probing).ok).toBe(false)
  })
})
