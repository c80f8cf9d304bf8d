import type { Socket } from 'node:net'
import type * as Undici from 'undici'
import type { Dispatcher, buildConnector } from 'undici'
import { originOf } from '../../util/origins'

/** A connection idle for longer may be about to be closed by the server. */
export const maxIdleMs = 1_000

type Target = buildConnector.Options
interface Connected {
  readonly socket: Socket
  readonly since: number
}

const targetOf = ({ protocol, host, hostname, port }: URL): Target => ({
  protocol,
  host,
  // The form in which undici passes it to connectors.
  hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
  port,
})

/** Before a request, received bytes or a connection closed by one side make it unusable. */
const isUsable = ({ socket, since }: Connected): boolean =>
  socket.readyState === 'open' && socket.readableLength === 0 && performance.now() - since <= maxIdleMs

/** After a whole turn of the event loop: what has arrived until now, such as the server's end, is read by then. */
const afterArrivals = (then: () => void): void => {
  setImmediate(() => setImmediate(then))
}

const isConnectionRefused = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED'

export interface FreshConnection {
  /** For one request, sent with `reset: true`. */
  readonly dispatcher: Dispatcher
  /** Closes the connection; aborts a running request. */
  discard(): void
}

/**
 * Connects to `url`'s origin including TLS for one upcoming request, so that disk and network work in parallel.
 * Sends no part of a request. A connection opened too early is replaced by a new one.
 */
export const openFreshConnection = (
  { Client }: Pick<typeof Undici, 'Client'>,
  url: string,
  connect: buildConnector.connector,
): FreshConnection => {
  const origin = new URL(url)
  const connecting = new Promise<Connected | { readonly error: Error }>((done) => {
    connect(targetOf(origin), (error, socket) => {
      done(error === null ? { socket, since: performance.now() } : { error })
    })
  })
  let preconnected: typeof connecting | null = connecting
  // A failed early connection is retried when the request comes.
  void connecting.then((connected) => 'error' in connected && (preconnected = null))
  let used: Socket | null = null

  const client = new Client(origin.origin, {
    connect: (target, callback) => {
      const first = preconnected
      preconnected = null
      if (first === null) {
        connect(target, callback)
        return
      }
      void first.then((connected) => {
        if ('error' in connected) {
          // The early attempt may have come before the server. A proxy that refused a login is not asked again.
          if (isConnectionRefused(connected.error)) connect(target, callback)
          else callback(connected.error, null)
          return
        }
        afterArrivals(() => {
          if (isUsable(connected)) {
            used = connected.socket
            callback(null, used)
            return
          }
          connected.socket.destroy()
          connect(target, callback)
        })
      })
    },
  })

  return {
    dispatcher: client,
    discard: () => {
      // undici has already closed it after a complete response, as `reset` asks; destroying the client too
      // costs a tenth of a call for an unused error's stack.
      if (used?.destroyed === true) return
      void connecting.then((connected) => 'socket' in connected && connected.socket.destroy())
      void client.destroy().catch(() => undefined)
    },
  }
}

interface Preconnected {
  readonly connection: FreshConnection
  readonly timer: NodeJS.Timeout
}

/** Connections opened in advance, one per origin. Each is used once and closed when it is too old. */
export const createPreconnect = () => {
  const waiting = new Map<string, Preconnected>()
  let isStopped = false

  const take = (url: string): FreshConnection | null => {
    const origin = originOf(url)
    const found = waiting.get(origin)
    if (found === undefined) return null
    waiting.delete(origin)
    clearTimeout(found.timer)
    return found.connection
  }
  const drop = (url: string): void => take(url)?.discard()

  return {
    open: (url: string, connect: () => FreshConnection): void => {
      const origin = originOf(url)
      if (isStopped || waiting.has(origin)) return
      const timer = setTimeout(() => drop(url), maxIdleMs)
      timer.unref()
      waiting.set(origin, { connection: connect(), timer })
    },
    take,
    drop,
    stop: (): void => {
      isStopped = true
      for (const origin of [...waiting.keys()]) drop(origin)
    },
  }
}
