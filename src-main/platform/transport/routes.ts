import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect as connectTcp, isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { messageOf } from '#shared/error-message'
import { headerValues, schemesIn } from './proxy-challenge'
import { ProxyRejectionError } from './proxy-errors'
import type { ProxyLogin, ProxyLogins } from './proxy-logins'
import { connectSocks } from './socks'
import { connectVerified, verifiedOptions } from './verified-tls'
import { timeoutSignal } from '../../util/async'

/**
 * Routes to a host in order of preference: a proxy URL (http, https, socks4 or socks5), or null for a direct
 * connection. An empty list allows no connection.
 */
export type Routes = readonly (string | null)[]

export const isDirect = (routes: Routes): boolean => routes.length === 1 && routes[0] === null

interface HostAndPort {
  /** IPv6 addresses have no brackets. */
  readonly host: string
  readonly port: number
}

/** When each route last failed. As in browsers, failed routes are tried last for a while. */
export type FailedRoutes = Map<string | null, number>

const failedForMs = 5 * 60_000
/** A route that does not respond is abandoned sooner if there is another. */
const connectLimitMs = { only: 10_000, oneOfMany: 5_000 }

export const endpointOf = ({ hostname, port, protocol }: URL): HostAndPort => ({
  host: hostname.replace(/^\[(.*)\]$/, '$1'),
  port: port !== '' ? Number(port) : protocol === 'https:' ? 443 : protocol.startsWith('socks') ? 1080 : 80,
})

const formatHostAndPort = ({ host, port }: HostAndPort): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${port}`

/** Resolves with the event; rejects if the connection ends first. */
const waitFor = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, resolve)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed')))
  })

/** The credentials in the URL of an environment variable. */
const loginIn = ({ username, password }: URL): ProxyLogin | null =>
  username === '' ? null : { userName: decodeURIComponent(username), password: decodeURIComponent(password) }

const basicHeader = ({ userName, password }: ProxyLogin): string =>
  `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`

/** Why the proxy refuses a tunnel; null if it does not. Of the schemes of authentication, only Basic is supported. */
const rejectionOf = (
  { statusCode = 0, rawHeaders }: IncomingMessage,
  proxy: URL,
  hasLogin: boolean,
): ProxyRejectionError | null => {
  if (statusCode >= 200 && statusCode <= 299) return null
  if (statusCode !== 407) return new ProxyRejectionError(proxy.host, 'proxy-refused', `HTTP ${statusCode}`)
  const schemes = schemesIn(headerValues(rawHeaders, 'proxy-authenticate'))
  if (schemes.includes('basic')) {
    const problem = hasLogin ? 'proxy-sign-in-rejected' : 'proxy-sign-in'
    return new ProxyRejectionError(proxy.host, problem, 'HTTP 407')
  }
  const schemeNames = schemes.map((name) => name.slice(0, 20)).slice(0, 5)
  const message = `HTTP 407: ${schemeNames.length === 0 ? 'no method' : schemeNames.join(', ')}`
  return new ProxyRejectionError(proxy.host, 'proxy-method', message)
}

const connectHttpProxy = (
  socket: Socket,
  proxy: URL,
  target: HostAndPort,
  login: ProxyLogin | null,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const proxyRequest = request({
      method: 'CONNECT',
      path: formatHostAndPort(target),
      headers: {
        host: formatHostAndPort(target),
        ...(login === null ? {} : { 'proxy-authorization': basicHeader(login) }),
      },
      createConnection: () => socket,
    })
    proxyRequest.once('connect', (response, _socket, head) => {
      const rejection = rejectionOf(response, proxy, login !== null)
      if (rejection !== null) reject(rejection)
      else if (head.length > 0) reject(new Error('the proxy sent more than its response'))
      else resolve()
    })
    proxyRequest.once('error', reject)
    proxyRequest.end()
  })

/** Connects by one route; `signal` aborts it. */
const connectBy = async (
  route: string | null,
  target: HostAndPort,
  certificates: string[] | undefined,
  signal: AbortSignal,
  login: ProxyLogin | null,
): Promise<Socket> => {
  signal.throwIfAborted()
  const proxy = route === null ? null : new URL(route)
  const endpoint = proxy === null ? target : endpointOf(proxy)
  const isSecure = proxy?.protocol === 'https:'
  const socket = isSecure ? connectVerified(endpoint, certificates) : connectTcp(endpoint)
  const abort = () => socket.destroy(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  // Prevents a crash by errors that occur while no other listener is attached.
  socket.on('error', () => undefined)
  try {
    await waitFor(socket, isSecure ? 'secureConnect' : 'connect')
    if (proxy?.protocol.startsWith('socks') === true) {
      const rejection = await connectSocks(socket, proxy, target, login)
      if (rejection !== null) throw new ProxyRejectionError(proxy.host, rejection.problem, rejection.answer)
    } else if (proxy !== null) await connectHttpProxy(socket, proxy, target, login)
    return socket.setNoDelay(true).setKeepAlive(true, 60_000)
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Connects to `target` by the first working route. Only the target's name is sent, so trying another route is
 * safe for any request.
 */
export const connectThrough = async (
  routes: Routes,
  target: HostAndPort,
  {
    certificates,
    signal,
    failed = new Map(),
    logins,
  }: {
    readonly certificates: string[] | undefined
    readonly signal?: AbortSignal
    readonly failed?: FailedRoutes
    readonly logins?: ProxyLogins | undefined
  },
): Promise<{ readonly socket: Socket; readonly proxy: string | null }> => {
  const now = performance.now()
  const hasFailed = (route: string | null) => now - (failed.get(route) ?? -Infinity) < failedForMs
  const byPreference = [...routes.filter((route) => !hasFailed(route)), ...routes.filter(hasFailed)]
  const errors: unknown[] = []
  for (const route of byPreference) {
    const limitMs = routes.length > 1 ? connectLimitMs.oneOfMany : connectLimitMs.only
    const proxy = route === null ? null : new URL(route)
    const connectWith = (login: ProxyLogin | null, until?: AbortSignal) => {
      const limit = timeoutSignal(limitMs)
      const combined = until === undefined ? limit : AbortSignal.any([until, limit])
      return connectBy(route, target, certificates, combined, login)
    }
    try {
      const urlLogin = proxy === null ? null : loginIn(proxy)
      const socket =
        proxy === null || urlLogin !== null || logins === undefined
          ? await connectWith(urlLogin, signal)
          : await logins.connect(proxy, connectWith, signal)
      failed.delete(route)
      return { socket, proxy: route }
    } catch (error) {
      if (error instanceof ProxyRejectionError || signal?.aborted === true) throw error
      failed.set(route, performance.now())
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  throw new Error(
    errors.length === 0
      ? 'the system names no proxy that can be used, and does not allow a direct connection'
      : `no proxy can be used: ${errors.map(messageOf).join('; ')}`,
  )
}

/** Creates a connector for undici; TLS to the platform runs inside the proxy's tunnel. */
export const connectorFor = (
  build: typeof buildConnector,
  routes: Routes,
  certificates: string[] | undefined,
  failed?: FailedRoutes,
  logins?: ProxyLogins,
): buildConnector.connector => {
  const connect = build(verifiedOptions(certificates))
  if (isDirect(routes)) return connect
  return (options, callback) => {
    const target = endpointOf(new URL(`${options.protocol}//${options.host ?? options.hostname}`))
    connectThrough(routes, target, {
      certificates,
      ...(failed === undefined ? {} : { failed }),
      logins,
    }).then(
      ({ socket }) => {
        if (options.protocol === 'https:') connect({ ...options, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('unknown'), null),
    )
  }
}
