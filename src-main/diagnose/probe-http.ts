import { messageOf } from '#shared/error-message'
import { connectorFor } from '../platform/transport/routes'
import type { NetworkDeps } from '../platform/transport/transport'
import { loadUndici } from '../platform/transport/undici'
import { timeoutSignal } from '../util/async'

export type HttpProbe =
  | {
      readonly ok: true
      /** Time to the response headers on an open connection, in ms. */
      readonly tookMs: number
      /** How far this computer's clock is ahead of the server's, in ms; null if the response has no date. */
      readonly clockAheadMs: number | null
    }
  | { readonly ok: false; readonly message: string }

const deadlineMs = 8_000
/** The first request opens the connection; the fastest of the others gives the latency. */
const requestCount = 3

/** The date header has whole seconds, so half a second is added. */
const clockAheadOf = (
  date: string | string[] | undefined,
  requestedAt: number,
  respondedAt: number,
): number | null => {
  const serverTime = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(serverTime) ? null : Math.round((requestedAt + respondedAt) / 2 - (serverTime + 500))
}

/**
 * Sends HEAD requests to the host's root without a token. Only the time and the date header matter, not the
 * status.
 */
export const probeHttp = async (
  url: URL,
  { routesFor, certificates, proxyLogins }: NetworkDeps,
  signal: AbortSignal,
): Promise<HttpProbe> => {
  try {
    const [undici, routes] = await Promise.all([loadUndici(), routesFor(url.href)])
    const { Agent, buildConnector, request } = undici
    const dispatcher = new Agent({
      connect: connectorFor(buildConnector, routes, certificates(), undefined, proxyLogins),
    })
    try {
      let best = Infinity
      let ahead: number | null = null
      for (let nth = 0; nth < requestCount; nth += 1) {
        const requestedAt = Date.now()
        const from = performance.now()
        const answer = await request(url.origin, {
          method: 'HEAD',
          dispatcher,
          signal: AbortSignal.any([signal, timeoutSignal(deadlineMs)]),
        })
        const took = performance.now() - from
        await answer.body.dump()
        if (nth > 0) best = Math.min(best, took)
        ahead = clockAheadOf(answer.headers['date'], requestedAt, requestedAt + took)
      }
      return { ok: true, tookMs: Math.round(best), clockAheadMs: ahead }
    } finally {
      await dispatcher.destroy()
    }
  } catch (error) {
    return { ok: false, message: messageOf(error) }
  }
}
