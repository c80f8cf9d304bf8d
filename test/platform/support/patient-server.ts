import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

export const emptyAnswer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}'

/** Counts connections, keeps what each of them was told, and answers every request; it closes none by itself. */
export const startPatientServer = async (
  does: {
    readonly greet?: (socket: Socket, nth: number) => void
    /** In place of the answer. */
    readonly answer?: (socket: Socket, nth: number) => void
  } = {},
) => {
  const { greet = () => undefined, answer = (socket: Socket) => socket.write(emptyAnswer) } = does
  const told: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const nth = told.push('') - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('data', (bytes) => {
      told[nth] = `${told[nth] ?? ''}${bytes.toString()}`
      if (told[nth].endsWith('{}')) answer(socket, nth)
    })
    greet(socket, nth)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/order`,
    server,
    told,
    sockets,
    stop: (): Promise<unknown> => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(done))
    },
  }
}
