import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listenOnLoopback } from '../../support/listening'

export const emptyAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}'

/** Counts connections, records their data and responds to every request; it closes none itself. */
export const startKeepAliveServer = async (
  does: {
    readonly greet?: (socket: Socket, nth: number) => void
    /** Replaces the response. */
    readonly answer?: (socket: Socket, nth: number) => void
  } = {},
) => {
  const { greet = () => undefined, answer = (socket: Socket) => socket.write(emptyAnswer) } = does
  const requestLog: string[] = []
  const server = createServer((socket) => {
    const nth = requestLog.push('') - 1
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      requestLog[nth] = `${requestLog[nth] ?? ''}${bytes.toString()}`
      if (requestLog[nth].endsWith('{}')) answer(socket, nth)
    })
    greet(socket, nth)
  })
  const { url, sockets, again, stop } = await listenOnLoopback(server)
  return { url: `${url}/order`, server, requestLog, sockets, again, stop }
}
