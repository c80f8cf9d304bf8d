import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import { ask } from './ask'
import { createConnectionsAhead } from './connections-ahead'
import { startDeadline } from './deadline'
import { goodForMs, openFreshConnection } from './fresh-connection'
import { loadUndici } from './undici'
import { unpacked } from './unpack'

/** The outer edge towards the network. */
export interface NetworkSurroundings {
  /** The proxy the system names for a URL, or null to go there directly. */
  readonly proxyFor: (url: string) => Promise<string | null>
  /** The certificate authorities to trust, as PEM; undefined leaves Node's own. */
  readonly certificates: () => string[] | undefined
}

export interface HttpRequest {
  readonly url: string
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body?: string
  /**
   * On a connection of its own, closed afterwards. Every change goes out so: on a reused connection that the other
   * side is just closing nobody can tell whether a request was read.
   */
  readonly freshConnection: boolean
  /**
   * Awaited before the first byte of the request leaves; what it throws is thrown by `send`, with nothing sent. A
   * fresh connection is opened meanwhile: the journal's rule is about the request, and connecting sends none of it.
   */
  readonly beforeFirstByte?: () => Promise<void>
  /**
   * Another request on a fresh connection to the same place follows at once: its connection is opened while this one
   * is on its way.
   */
  readonly isFollowed?: boolean
  /** Counted from then on. */
  readonly deadlineMs: number
  /** Where given, the deadline counts anew with each part of the answer, and this is the longest for the whole. */
  readonly longestMs?: number
  readonly signal?: AbortSignal
  /** An answer of so many bytes or more is given as it came, for whoever can read it without holding others up. */
  readonly chunksFrom?: number
}

export type HttpResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** Instead of the text, which is empty then. */
      readonly chunks?: readonly Uint8Array[]
    }
  /** `left` tells whether a byte of the request may have left this machine. */
  | { readonly kind: 'timeout' | 'cancelled' | 'broken'; readonly left: boolean; readonly message: string }

export interface Transport {
  send(request: HttpRequest): Promise<HttpResult>
  stop(): Promise<void>
}

interface Way {
  readonly dispatcher: Dispatcher
  /** Closes what was for this request alone; one under way is broken off. */
  readonly discard: () => void
}

/** Rejects when `signal` fires, whatever the work does meanwhile: undici heeds it only once a request has begun. */
const until = async <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> => {
  let stop: () => void = () => undefined
  const over = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error)
    signal.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown error'
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : ''
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${code}${error.message}${cause}`
}

/**
 * HTTP over undici, never over Chromium's network stack, which sends a POST twice when a kept-alive connection is
 * cut (HttpNetworkTransaction::ShouldResendRequest). Redirects are not followed: a 307 would repeat the POST.
 */
export const createTransport = (surroundings: NetworkSurroundings): Transport => {
  const kept = new Map<string, Dispatcher>()
  const ahead = createConnectionsAhead()
  /** Whether the last answer came while a connection opened for the next request was still good. */
  let isQuick = true

  /** Said, because Node takes NODE_TLS_REJECT_UNAUTHORIZED=0 for a wish where nothing is said. */
  const tls = () => {
    const ca = surroundings.certificates()
    return { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) }
  }

  const open = ({ Agent, ProxyAgent }: typeof Undici, proxy: string | null): Dispatcher =>
    proxy === null
      ? new Agent({ connect: tls() })
      : new ProxyAgent({ uri: proxy, requestTls: tls(), proxyTls: tls() })

  /** What the request goes out on. */
  const wayFor = async ({ url, freshConnection }: HttpRequest): Promise<Way> => {
    const [undici, proxy] = await Promise.all([loadUndici(), surroundings.proxyFor(url)])
    if (freshConnection && proxy === null) return ahead.take(url) ?? openFreshConnection(undici, url, tls())
    if (freshConnection) {
      const dispatcher = open(undici, proxy)
      return { dispatcher, discard: () => void dispatcher.destroy().catch(() => undefined) }
    }
    const key = proxy ?? ''
    const dispatcher = kept.get(key) ?? open(undici, proxy)
    kept.set(key, dispatcher)
    return { dispatcher, discard: () => undefined }
  }

  /** Through a proxy nothing is opened ahead: undici opens those connections by itself, with the request. */
  const openAhead = async ({ url }: HttpRequest): Promise<void> => {
    const [undici, proxy] = await Promise.all([loadUndici(), surroundings.proxyFor(url)])
    if (proxy === null) ahead.open(url, () => openFreshConnection(undici, url, tls()))
  }

  const send = async (sent: HttpRequest): Promise<HttpResult> => {
    // Asked again later, which the types would not see.
    const isCancelled = () => sent.signal?.aborted === true
    if (isCancelled()) return { kind: 'cancelled', left: false, message: 'cancelled' }
    const way = wayFor(sent)
    // Nobody waits for it yet; what it fails with is told below.
    way.catch(() => undefined)
    const discard = () => void way.then((opened) => opened.discard()).catch(() => undefined)
    try {
      await sent.beforeFirstByte?.()
    } catch (error) {
      discard()
      throw error
    }
    const deadline = startDeadline(sent.deadlineMs, sent.longestMs ?? null)
    const signal =
      sent.signal === undefined ? deadline.signal : AbortSignal.any([sent.signal, deadline.signal])
    let left = false
    let leftAt = 0
    try {
      signal.throwIfAborted()
      const { dispatcher } = await until(signal, way)
      const { origin, pathname, search } = new URL(sent.url)
      const asking = ask(
        dispatcher,
        {
          origin,
          path: `${pathname}${search}`,
          method: sent.method,
          headers: sent.headers,
          body: sent.body ?? null,
          reset: sent.freshConnection,
          headersTimeout: sent.deadlineMs,
          bodyTimeout: sent.deadlineMs,
        },
        {
          signal,
          onStart: () => {
            left = true
            leftAt = performance.now()
            // What this fails with, the next request will meet, and tell, itself.
            if (sent.isFollowed === true && isQuick) openAhead(sent).catch(() => undefined)
          },
          onPart: deadline.extend,
        },
      )
      const answer = await until(signal, asking)
      const chunks = await until(signal, unpacked(answer))
      if (sent.isFollowed === true) isQuick = performance.now() - leftAt <= goodForMs
      const { status } = answer
      const size = chunks.reduce((sum, { length }) => sum + length, 0)
      return size >= (sent.chunksFrom ?? Infinity)
        ? { kind: 'answered', status, text: '', chunks }
        : { kind: 'answered', status, text: Buffer.concat(chunks).toString('utf8') }
    } catch (error) {
      // What was to follow will hardly do so at once.
      if (sent.isFollowed === true) ahead.drop(sent.url)
      if (isCancelled()) return { kind: 'cancelled', left, message: 'cancelled' }
      if (deadline.signal.aborted)
        return { kind: 'timeout', left, message: `no answer within ${sent.deadlineMs} ms` }
      return { kind: 'broken', left, message: describe(error) }
    } finally {
      deadline.stop()
      discard()
    }
  }

  return {
    send,
    stop: async () => {
      ahead.stop()
      await Promise.all([...kept.values()].map((dispatcher) => dispatcher.destroy()))
      kept.clear()
    },
  }
}
