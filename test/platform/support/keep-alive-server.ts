import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

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
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const nth = requestLog.push('') - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('data', (bytes) => {
      requestLog[nth] = `${requestLog[nth] ?? ''}${bytes.toString()}`
      if (requestLog[nth].endsWith('{}')) answer(socket, nth)
    })
    greet(socket, nth)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/order`,
    server,
    requestLog,
    sockets,
    stop: (): Promise<unknown> => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(done))
    },
  }
}
