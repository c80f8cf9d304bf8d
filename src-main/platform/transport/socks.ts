import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import type { ProxyProblem } from '#shared/model/api/platform-failure'
import type { ProxyLogin } from './proxy-logins'

interface Rejection {
  readonly problem: ProxyProblem
  readonly answer: string
}
const refused = (answer: string): Rejection => ({ problem: 'proxy-refused', answer })

interface Target {
  readonly host: string
  readonly port: number
}

const nextBytes = (socket: Socket): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => stop(() => reject(new Error('the proxy closed the connection')))
    const fault = (error: Error) => stop(() => reject(error))
    const more = () => stop(resolve)
    const stop = (then: () => void) => {
      socket.off('readable', more).off('end', end).off('close', end).off('error', fault)
      then()
    }
    socket.once('readable', more).once('end', end).once('close', end).once('error', fault)
  })

/** Reads exactly `length` bytes; later ones stay in the stream. */
const readExactly = async (socket: Socket, length: number): Promise<Buffer> => {
  let received = Buffer.alloc(0)
  // Reads everything available before waiting: with bytes left, “readable” fires again endlessly.
  while (received.length < length) {
    const bytes = socket.read() as Buffer | null
    if (bytes !== null) received = Buffer.concat([received, bytes])
    else if (socket.readableEnded || socket.destroyed) throw new Error('the proxy closed the connection')
    else await nextBytes(socket)
  }
  if (received.length > length) socket.unshift(received.subarray(length))
  return received.subarray(0, length)
}

const portBytes = (port: number) => Buffer.from([port >> 8, port & 0xff])
const withLength = (text: string) => {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new Error('a name or password for the proxy is longer than 255 bytes')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

const ipv4Bytes = (address: string) => Buffer.from(address.split('.').map(Number))

const ipv6Bytes = (address: string) => {
  const [head = [], tail] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = (count: number) => Array.from({ length: count }, () => '0')
  const groups = tail === undefined ? head : [...head, ...zeros(8 - head.length - tail.length), ...tail]
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** RFC 1928, section 5: address type and bytes. Names are resolved by the proxy. */
const addressBytes = (host: string): Buffer => {
  if (isIP(host) === 4) return Buffer.concat([Buffer.from([1]), ipv4Bytes(host)])
  if (isIP(host) === 6) return Buffer.concat([Buffer.from([4]), ipv6Bytes(host)])
  return Buffer.concat([Buffer.from([3]), withLength(host)])
}

const handshakeVersion5 = async (
  socket: Socket,
  { host, port }: Target,
  login: ProxyLogin | null,
): Promise<Rejection | null> => {
  socket.write(Buffer.from(login === null ? [5, 1, 0] : [5, 2, 0, 2]))
  const [version, method] = await readExactly(socket, 2)
  if (version !== 5) throw new Error('the proxy does not speak SOCKS5')
  if (method === 2 && login !== null) {
    // RFC 1929.
    const parts = [withLength(login.userName), withLength(login.password)]
    socket.write(Buffer.concat([Buffer.from([1]), ...parts]))
    const [, status] = await readExactly(socket, 2)
    if (status !== 0) return { problem: 'proxy-sign-in-rejected', answer: 'SOCKS5 sign-in refused' }
  } else if (method !== 0) {
    // Without credentials none were offered; with them, the proxy wants another method.
    return login === null
      ? { problem: 'proxy-sign-in', answer: 'SOCKS5 sign-in required' }
      : { problem: 'proxy-method', answer: 'SOCKS5 without a common method' }
  }
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), addressBytes(host), portBytes(port)]))
  const [, reply, , kind] = await readExactly(socket, 4)
  if (reply !== 0) return refused(`SOCKS5 reply ${reply ?? ''}`)
  const [length = 0] = kind === 3 ? await readExactly(socket, 1) : [kind === 4 ? 16 : 4]
  await readExactly(socket, length + 2)
  return null
}

/** SOCKS 4a: the proxy resolves the name in the request. */
const handshakeVersion4 = async (socket: Socket, { host, port }: Target): Promise<Rejection | null> => {
  if (isIP(host) === 6) return refused('SOCKS4 knows no IPv6 address')
  const isAddress = isIP(host) === 4
  const address = isAddress ? ipv4Bytes(host) : Buffer.from([0, 0, 0, 1])
  const name = isAddress ? Buffer.alloc(0) : Buffer.from(`${host}\0`)
  socket.write(Buffer.concat([Buffer.from([4, 1]), portBytes(port), address, Buffer.from([0]), name]))
  const [, reply] = await readExactly(socket, 8)
  return reply === 0x5a ? null : refused(`SOCKS4 reply ${reply ?? ''}`)
}

/**
 * Requests a tunnel to `target` from a SOCKS proxy; null on success, otherwise the proxy's reason. Own code,
 * because undici's SOCKS agent is experimental and its connection cannot be used by another agent.
 */
export const connectSocks = (
  socket: Socket,
  { protocol }: URL,
  target: Target,
  login: ProxyLogin | null,
): Promise<Rejection | null> =>
  protocol === 'socks4:' ? handshakeVersion4(socket, target) : handshakeVersion5(socket, target, login)
