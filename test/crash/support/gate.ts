import { createServer, request as ask } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Where a change is held: before the service receives it, or after its response. */
export type Stage = 'before' | 'after'

export interface Held {
  /** Releases it; later changes are not held. */
  readonly pass: () => void
  /** The change never arrives. */
  readonly drop: () => void
}

const bodyOf = async (stream: AsyncIterable<unknown>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** Disabling and enabling. */
const change = /\/asset\/(un)?lock(\?|$)/

/** A proxy between the app and the service with which a test holds or delays changes. */
export const startGate = async (serviceUrl: string) => {
  const target = new URL(serviceUrl)
  let passed = 0
  let delayMs = 0
  let trap: { readonly nth: number; readonly stage: Stage; readonly caught: (held: Held) => void } | null =
    null

  const hold = (stage: Stage): Promise<boolean> => {
    if (trap?.stage !== stage || passed < trap.nth) return Promise.resolve(true)
    const { caught } = trap
    trap = null
    return new Promise((released) => caught({ pass: () => released(true), drop: () => released(false) }))
  }

  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bodyOf(incoming)
    const isChange = incoming.method === 'POST' && change.test(incoming.url ?? '')
    if (isChange) {
      passed += 1
      await pause(delayMs)
      if (!(await hold('before'))) {
        incoming.socket.destroy()
        return
      }
    }
    const headers = { ...incoming.headers, host: target.host, connection: 'close' }
    const options = {
      host: target.hostname,
      port: target.port,
      path: incoming.url,
      method: incoming.method,
      headers,
    }
    const answer = await new Promise<IncomingMessage>((answered, failed) => {
      ask(options, answered).on('error', failed).end(body)
    })
    const text = await bodyOf(answer)
    if (isChange && !(await hold('after'))) {
      incoming.socket.destroy()
      return
    }
    const { 'transfer-encoding': _chunked, connection: _connection, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, { ...rest, 'content-length': text.length }).end(text)
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  const listen = (at: number) => new Promise<void>((ready) => server.listen(at, '127.0.0.1', ready))
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    /** Resolves when the nth change from now is held at that stage. */
    hold: (nth: number, stage: Stage): Promise<Held> => {
      passed = 0
      return new Promise((caught) => (trap = { nth, stage, caught }))
    },
    delay: (ms: number): void => void (delayMs = ms),
    /** Stops waiting for a change to hold. */
    release: (): void => {
      trap = null
    },
    /** Refuses connections, as if the service were not running. */
    refuse: (): void => {
      server.close()
      server.closeIdleConnections()
    },
    accept: (): Promise<void> => listen(port),
    stop: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type Gate = Awaited<ReturnType<typeof startGate>>
