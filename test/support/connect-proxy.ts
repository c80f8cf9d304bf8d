import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { listenOnLoopback } from './listening'

/** An HTTP proxy that tunnels; with another status than 200 it refuses. */
export const startConnectProxy = async (status = 200) => {
  const tunnelled: string[] = []
  const server = createServer()
  server.on('connect', ({ url = '' }, socket: Socket) => {
    tunnelled.push(url)
    if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const [host, port] = url.split(':')
    const onward = connect(Number(port), host)
    socket.write('HTTP/1.1 200 Connected\r\n\r\n')
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
    return onward.pipe(socket).pipe(onward)
  })
  const { port, url, stop } = await listenOnLoopback(server)
  return { host: `127.0.0.1:${port}`, url, tunnelled, stop }
}
