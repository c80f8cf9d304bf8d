import type { NetworkSurroundings } from '../platform/transport'
import { loadUndici } from '../platform/undici'

export type HttpProbe =
  | {
      readonly ok: true
      /** From the question to the answer's head, on a connection that stood already. */
      readonly tookMs: number
      /** How far this computer's clock is ahead of the other side's, ms; null where the answer has no date. */
      readonly clockAheadMs: number | null
    }
  | { readonly ok: false; readonly message: string }

const deadlineMs = 8_000
/** The first opens the connection, the best of the others is how long the way is. */
const questions = 3

/** A date says whole seconds: half a one on average is cut off. */
const aheadOf = (date: string | string[] | undefined, asked: number, answered: number): number | null => {
  const said = typeof date === 'string' ? Date.parse(date) : Number.NaN
  return Number.isNaN(said) ? null : Math.round((asked + answered) / 2 - (said + 500))
}

/**
 * Asks the host's root for its head, without a token and without a word about us: what it answers does not count, only
 * how long it takes and what time it is there.
 */
export const probeHttp = async (
  url: URL,
  { proxyFor, certificates }: NetworkSurroundings,
  signal: AbortSignal,
): Promise<HttpProbe> => {
  const ca = certificates()
  const tls = ca === undefined ? {} : { ca }
  try {
    const [{ Agent, ProxyAgent, request }, proxy] = await Promise.all([loadUndici(), proxyFor(url.href)])
    const dispatcher =
      proxy === null
        ? new Agent({ connect: tls })
        : new ProxyAgent({ uri: proxy, requestTls: tls, proxyTls: tls })
    try {
      let best = Infinity
      let ahead: number | null = null
      for (let nth = 0; nth < questions; nth += 1) {
        const asked = Date.now()
        const from = performance.now()
        const answer = await request(url.origin, {
          method: 'HEAD',
          dispatcher,
          signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
        })
        const took = performance.now() - from
        await answer.body.dump()
        if (nth > 0) best = Math.min(best, took)
        ahead = aheadOf(answer.headers['date'], asked, asked + took)
      }
      return { ok: true, tookMs: Math.round(best), clockAheadMs: ahead }
    } finally {
      await dispatcher.destroy()
    }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : 'unknown' }
  }
}
