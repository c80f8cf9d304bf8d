import type { Socket } from 'node:net'
import type * as Undici from 'undici'
import type { Dispatcher, buildConnector } from 'undici'

/** A connection that stood longer than this without a byte may be one that the other side is just giving up. */
export const goodForMs = 1_000

type Target = buildConnector.Options
interface Connected {
  readonly socket: Socket
  readonly since: number
}

const targetOf = ({ protocol, host, hostname, port }: URL): Target => ({
  protocol,
  host,
  // As undici hands it to its connectors.
  hostname: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
  port,
})

/** Nobody has asked anything yet: a byte that has come is no answer to us, and an end is one that came too early. */
const isGood = ({ socket, since }: Connected): boolean =>
  !socket.destroyed && socket.readableLength === 0 && performance.now() - since <= goodForMs

export interface FreshConnection {
  /** For one request, asked with `reset: true`. */
  readonly dispatcher: Dispatcher
  /** Closes what is not closed yet; a request under way is broken off. */
  discard(): void
}

/**
 * Begins at once to connect to `url`'s origin, TLS included, for one request that comes in a moment: the disk and
 * the network then work at the same time. Not a byte of a request goes out by that. What was connected too early is
 * thrown away and connected anew.
 */
export const openFreshConnection = (
  { Client, buildConnector }: typeof Undici,
  url: string,
  tls: { readonly ca?: string[] | undefined; readonly rejectUnauthorized?: boolean },
): FreshConnection => {
  const origin = new URL(url)
  const connect = buildConnector(tls)
  const connecting = new Promise<Connected | { readonly error: Error }>((done) => {
    connect(targetOf(origin), (error, socket) => {
      done(error === null ? { socket, since: performance.now() } : { error })
    })
  })
  let ahead: typeof connecting | null = connecting
  // What failed before the request came says nothing of the moment in which it comes.
  void connecting.then((connected) => 'error' in connected && (ahead = null))
  let used: Socket | null = null

  const client = new Client(origin.origin, {
    connect: (target, told) => {
      const first = ahead
      ahead = null
      if (first === null) {
        connect(target, told)
        return
      }
      void first.then((connected) => {
        if ('error' in connected) told(connected.error, null)
        else if (isGood(connected)) {
          used = connected.socket
          told(null, used)
        } else {
          connected.socket.destroy()
          connect(target, told)
        }
      })
    },
  })

  return {
    dispatcher: client,
    discard: () => {
      // Once the answer is whole undici has closed it, as `reset` asks; to destroy the client as well costs as much
      // as a tenth of a call, for the stack of an error that nobody sees.
      if (used?.destroyed === true) return
      void connecting.then((connected) => 'socket' in connected && connected.socket.destroy())
      void client.destroy().catch(() => undefined)
    },
  }
}
