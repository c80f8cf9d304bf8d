import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { listenOnLoopback } from './listening'

/** A proxy that tunnels only with the right credentials; it records those that it was given. */
export const startLoginProxy = async (
  login: { userName: string; password: string },
  options: {
    /** Values of `Proxy-Authenticate`. */
    readonly methods?: readonly string[]
    readonly tls?: { readonly key: string; readonly cert: string }
  } = {},
) => {
  const { methods = ['Basic realm="desk"'] } = options
  const given: (string | null)[] = []
  let expected = login
  const server: Server = options.tls === undefined ? createServer() : createSecure(options.tls)
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    const [, sent] = /^Basic (.+)$/.exec(headers['proxy-authorization'] ?? '') ?? []
    const text = sent === undefined ? null : Buffer.from(sent, 'base64').toString()
    given.push(text)
    socket.on('error', () => undefined)
    if (text !== `${expected.userName}:${expected.password}`) {
      const lines = methods.map((method) => `Proxy-Authenticate: ${method}\r\n`).join('')
      return socket.end(`HTTP/1.1 407 No\r\n${lines}Content-Length: 0\r\n\r\n`)
    }
    const [host, port] = url.split(':')
    const onward = connect(Number(port), host)
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    socket.on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    return onward.pipe(socket).pipe(onward)
  })
  const listening = await listenOnLoopback(server)
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://127.0.0.1:${listening.port}`,
    /** `user:password` of each connection, null without. */
    given,
    change: (next: typeof login): void => {
      expected = next
    },
    stop: listening.stop,
  }
}
