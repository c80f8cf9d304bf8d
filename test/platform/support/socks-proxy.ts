import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A SOCKS proxy, versions 5 (RFC 1928, 1929) and 4a, written from the specifications; it records its requests. */
export const startSocksProxy = async (
  rules: {
    /** The reply of version 5; 0 means success. */
    readonly reply?: number
    readonly login?: { readonly user: string; readonly password: string }
    /** Cuts the tunnel at the client's first bytes. */
    readonly cuts?: boolean
  } = {},
) => {
  const targets: string[] = []
  const tunnelled: string[] = []
  const sockets = new Set<Socket>()

  const onward = (socket: Socket, host: string, port: number) => {
    if (rules.cuts === true) {
      socket.once('data', (bytes) => {
        tunnelled.push(bytes.toString('latin1'))
        socket.destroy()
      })
      return
    }
    const next = connect(port, host)
    sockets.add(next)
    next.on('error', () => socket.destroy())
    next.once('data', (bytes) => tunnelled.push(bytes.toString('latin1')))
    next.pipe(socket).pipe(next)
  }

  const version4 = (socket: Socket, bytes: Buffer) => {
    const port = bytes.readUInt16BE(2)
    const isNamed = bytes.subarray(4, 7).equals(Buffer.alloc(3))
    const [, name = ''] = bytes.subarray(8).toString().split('\0')
    const host = isNamed ? name : bytes.subarray(4, 8).join('.')
    targets.push(`4 ${host}:${port}`)
    socket.write(Buffer.from([0, 0x5a, 0, 0, 0, 0, 0, 0]))
    onward(socket, host, port)
  }

  const version5 = (socket: Socket, bytes: Buffer) => {
    const kind = bytes[3]
    const end = kind === 3 ? 5 + (bytes[4] ?? 0) : kind === 4 ? 20 : 8
    const host =
      kind === 3
        ? bytes.subarray(5, end).toString()
        : kind === 4
          ? bytes.subarray(4, 20).toString('hex')
          : bytes.subarray(4, 8).join('.')
    const port = bytes.readUInt16BE(end)
    targets.push(`5 ${host}:${port}`)
    const reply = rules.reply ?? 0
    // In two parts, as a network may split it.
    socket.write(Buffer.from([5, reply, 0, 1, 0]))
    setTimeout(() => socket.write(Buffer.from([0, 0, 0, 0, 0])), 5)
    if (reply === 0) onward(socket, host, port)
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', (greeting) => {
      if (greeting[0] === 4) {
        version4(socket, greeting)
        return
      }
      const method = rules.login === undefined ? 0 : 2
      socket.write(Buffer.from([5, greeting.subarray(2).includes(method) ? method : 0xff]))
      if (rules.login === undefined) {
        socket.once('data', (bytes) => version5(socket, bytes))
        return undefined
      }
      const { user, password } = rules.login
      socket.once('data', (bytes) => {
        const expected = Buffer.from(
          `\x01${String.fromCharCode(user.length)}${user}${String.fromCharCode(password.length)}${password}`,
        )
        socket.write(Buffer.from([1, bytes.equals(expected) ? 0 : 1]))
        socket.once('data', (request) => version5(socket, request))
      })
      return undefined
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    asked: targets,
    tunnelled,
    connections: () => sockets.size,
    stop: (): Promise<unknown> => {
      for (const socket of sockets) socket.destroy()
      return new Promise((done) => server.close(done))
    },
  }
}
