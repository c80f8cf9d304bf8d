import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import type { ProxyProblem } from '#shared/model/api/platform-failure'
import { unlessAborted } from '../../util/async'
import { UnreadableResponse } from './byte-collector'
import { dispatchRequest } from './dispatch-request'
import { createPreconnect, maxIdleMs, openFreshConnection } from './fresh-connection'
import { ProxyRejectionError } from './proxy-errors'
import type { ProxyLogins } from './proxy-logins'
import { connectorFor, isDirect } from './routes'
import type { FailedRoutes, Routes } from './routes'
import { serverTimeOf } from './server-time'
import { loadUndici } from './undici'
import { decodeBody } from '../response/decode-body'

/** Limits memory against a hostile or broken server; 100,000 assets are about 52 MB. */
const maxResponseBytes = 256 * 1024 * 1024

/** The network access, replaced in tests. */
export interface NetworkDeps {
  /** The system's routes for a URL. */
  readonly routesFor: (url: string) => Promise<Routes>
  /** Trusted CA certificates as PEM; undefined uses Node's own. */
  readonly certificates: () => string[] | undefined
  /** Credentials of proxies. Without it, only those in a proxy's URL are used. */
  readonly proxyLogins?: ProxyLogins
  /** The clock of the server that responded, and when its request was sent by this computer's; both in ms since 1970. */
  readonly onServerTime?: (time: number, requestedAt: number) => void
}

export interface HttpRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body?: string
  /**
   * Uses a new connection and closes it afterwards. Required for changes: if a reused connection closes, it is
   * unknown whether the request was read.
   */
  readonly freshConnection: boolean
  /**
   * Awaited before the first byte is sent; if it throws, `send` throws the same and nothing is sent. A fresh
   * connection is opened meanwhile, because connecting sends nothing of the request.
   */
  readonly beforeFirstByte?: () => Promise<void>
  /** Another request on a fresh connection to the same origin follows: its connection is opened during this one. */
  readonly isFollowed?: boolean
  /** Counted from the start of sending. */
  readonly deadlineMs: number
  /** If given, the deadline restarts with each part of the response, and this limits the total. */
  readonly maxMs?: number
  readonly signal?: AbortSignal
  /** A longer response is refused, also if it becomes longer by decoding. */
  readonly maxBytes?: number
  /** Responses of at least this many bytes are returned unparsed, to be parsed on another thread. */
  readonly chunksFrom?: number
}

/** A longer wait is asked for again (RFC 9110, 10.2.3), ms. */
const maxRetryAfterMs = 120_000

/** Seconds, or a date. */
const retryAfterOf = (header: string | undefined, serverTime: number): number | null => {
  if (header === undefined) return null
  const isSeconds = /^\d+(?:\.\d+)?$/.test(header.trim())
  // A date is by the clock of the server.
  const from = Number.isNaN(serverTime) ? Date.now() : serverTime
  const ms = isSeconds ? Number(header) * 1000 : Date.parse(header) - from
  return Number.isNaN(ms) ? null : Math.min(maxRetryAfterMs, Math.max(0, ms))
}

export type HttpResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** Replaces the text, which is then empty. */
      readonly chunks?: readonly Uint8Array[]
      /** The header `Retry-After`; null without a readable one. */
      readonly retryAfterMs: number | null
    }
  /** `unreadable`: a response came. `mayBeSent` tells whether any byte of the request may have been sent. */
  | {
      readonly kind: 'timeout' | 'cancelled' | 'broken' | 'unreadable'
      readonly mayBeSent: boolean
      readonly message: string
      /** Why a proxy rejected the connection; nothing was sent then. */
      readonly proxy?: ProxyProblem
    }

export interface Transport {
  send(request: HttpRequest): Promise<HttpResult>
  stop(): Promise<void>
}

interface Deadline {
  readonly signal: AbortSignal
  /** Restarts the deadline, if there is a longest time. */
  readonly extend: () => void
  readonly stop: () => void
}

/**
 * Aborts after `ms`. With `maxMs`, aborts after `ms` without data and in any case after `maxMs`: a long
 * response on a slow line may continue, an endless one may not.
 */
const startDeadline = (ms: number, maxMs: number | null): Deadline => {
  const expired = new AbortController()
  const expire = () => expired.abort(new DOMException('the deadline has passed', 'TimeoutError'))
  const timer = setTimeout(expire, ms)
  const maxTimer = maxMs === null ? null : setTimeout(expire, maxMs)
  timer.unref()
  maxTimer?.unref()
  return {
    signal: expired.signal,
    extend: () => {
      if (maxTimer !== null && !expired.signal.aborted) timer.refresh()
    },
    stop: () => {
      clearTimeout(timer)
      if (maxTimer !== null) clearTimeout(maxTimer)
    },
  }
}

interface Route {
  readonly dispatcher: Dispatcher
  /** Closes the resources of this request; aborts a running one. */
  readonly discard: () => void
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${code}${error.message}${cause}`
}

/** A short response as text; a longer one, from `chunksFrom` bytes on, as it arrived. */
const contentOf = (
  chunks: readonly Buffer[],
  chunksFrom = Infinity,
): { readonly text: string; readonly chunks?: readonly Buffer[] } => {
  const size = chunks.reduce((sum, { length }) => sum + length, 0)
  return size >= chunksFrom ? { text: '', chunks } : { text: Buffer.concat(chunks).toString('utf8') }
}

const failedResult = (error: unknown, mayBeSent: boolean): HttpResult => {
  const kind = error instanceof UnreadableResponse ? 'unreadable' : 'broken'
  const proxy = error instanceof ProxyRejectionError ? { proxy: error.problem } : {}
  return { kind, mayBeSent, message: describe(error), ...proxy }
}

/**
 * Uses undici instead of Chromium's network stack, which repeats a POST when a kept-alive connection is cut
 * (HttpNetworkTransaction::ShouldResendRequest). Redirects are not followed: a 307 would repeat the POST.
 */
export const createTransport = (deps: NetworkDeps): Transport => {
  const dispatchers = new Map<string, Dispatcher>()
  const failed: FailedRoutes = new Map()
  const preconnected = createPreconnect()
  /** Whether the last response came while a preconnected connection was still usable. */
  let isPreconnectUseful = true

  const connector = ({ buildConnector }: typeof Undici, routes: Routes) =>
    connectorFor(buildConnector, routes, deps.certificates(), failed, deps.proxyLogins)

  /** Chooses the dispatcher of a request. */
  const routeFor = async ({ url, freshConnection }: HttpRequest): Promise<Route> => {
    const [undici, routes] = await Promise.all([loadUndici(), deps.routesFor(url)])
    if (freshConnection) {
      const opened = isDirect(routes) ? preconnected.take(url) : null
      return opened ?? openFreshConnection(undici, url, connector(undici, routes))
    }
    const key = JSON.stringify(routes)
    const dispatcher = dispatchers.get(key) ?? new undici.Agent({ connect: connector(undici, routes) })
    dispatchers.set(key, dispatcher)
    return { dispatcher, discard: () => undefined }
  }

  /** Never preconnects through a proxy, which would see unused connections. */
  const preconnect = async ({ url }: HttpRequest): Promise<void> => {
    const [undici, routes] = await Promise.all([loadUndici(), deps.routesFor(url)])
    if (isDirect(routes))
      preconnected.open(url, () => openFreshConnection(undici, url, connector(undici, routes)))
  }

  const send = async (request: HttpRequest): Promise<HttpResult> => {
    // A function, because TypeScript would assume that the value does not change.
    const isCancelled = () => request.signal?.aborted === true
    if (isCancelled()) return { kind: 'cancelled', mayBeSent: false, message: 'cancelled' }
    const { maxBytes = maxResponseBytes } = request
    const route = routeFor(request)
    // Prevents an unhandled rejection; the error is reported below.
    route.catch(() => undefined)
    const discard = () => void route.then((opened) => opened.discard()).catch(() => undefined)
    try {
      await request.beforeFirstByte?.()
    } catch (error) {
      discard()
      throw error
    }
    const deadline = startDeadline(request.deadlineMs, request.maxMs ?? null)
    const signal =
      request.signal === undefined ? deadline.signal : AbortSignal.any([request.signal, deadline.signal])
    let mayBeSent = false
    let sentAt = 0
    let requestedAt = Date.now()
    try {
      signal.throwIfAborted()
      const { dispatcher } = await unlessAborted(signal, route)
      const { origin, pathname, search } = new URL(request.url)
      const pendingResponse = dispatchRequest(
        dispatcher,
        {
          origin,
          path: `${pathname}${search}`,
          method: request.method,
          headers: request.headers,
          body: request.body ?? null,
          reset: request.freshConnection,
          headersTimeout: request.deadlineMs,
          bodyTimeout: request.deadlineMs,
        },
        {
          signal,
          maxBytes,
          onStart: () => {
            mayBeSent = true
            sentAt = performance.now()
            requestedAt = Date.now()
            // Ignores errors: the next request will encounter and report them.
            if (request.isFollowed === true && isPreconnectUseful) preconnect(request).catch(() => undefined)
          },
          onPart: deadline.extend,
        },
      )
      const response = await unlessAborted(signal, pendingResponse)
      const serverTime = serverTimeOf(response.headers)
      if (!Number.isNaN(serverTime)) deps.onServerTime?.(serverTime, requestedAt)
      const chunks = await unlessAborted(signal, decodeBody(response, maxBytes))
      if (request.isFollowed === true) isPreconnectUseful = performance.now() - sentAt <= maxIdleMs
      const { status } = response
      const retryAfterMs = retryAfterOf(response.headers['retry-after'], serverTime)
      return { kind: 'answered', status, retryAfterMs, ...contentOf(chunks, request.chunksFrom) }
    } catch (error) {
      // After a failure, the next request will not follow at once.
      if (request.isFollowed === true) preconnected.drop(request.url)
      if (isCancelled()) return { kind: 'cancelled', mayBeSent, message: 'cancelled' }
      if (deadline.signal.aborted)
        return { kind: 'timeout', mayBeSent, message: `no response within ${request.deadlineMs} ms` }
      return failedResult(error, mayBeSent)
    } finally {
      deadline.stop()
      discard()
    }
  }

  return {
    send,
    stop: async () => {
      preconnected.stop()
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()))
      dispatchers.clear()
    },
  }
}
