import type { AddressInfo, Server, Socket } from 'node:net'

/** Starts a server of any protocol on a free port of loopback. */
export const listenOnLoopback = async (server: Server) => {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  }
  server.on('connection', track)
  const disconnect = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const listen = (at: number) => new Promise<void>((ready) => server.listen(at, '127.0.0.1', ready))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** The open connections. */
    sockets: sockets as ReadonlySet<Socket>,
    /** After `server.close()`: accepts connections again, on the same port. */
    again: (): Promise<void> => listen(port),
    disconnect,
    /** Ends all connections; has no effect on a closed server. */
    stop: async (): Promise<void> => {
      disconnect()
      await new Promise((closed) => server.close(closed))
    },
  }
}
