import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Listens on both loopback addresses, TCP and UDP, and records the first bytes. */
export const startListeners = async () => {
  const seen: string[] = []
  const stops: (() => void)[] = []
  const note = (what: string) => seen.push(what)

  const listenTcp = (host: string, port: number) =>
    new Promise<number>((ready, failed) => {
      const server = createServer((socket) => {
        note(`TCP ${host}`)
        socket.on('error', () => undefined)
        socket.once('data', (bytes) => note(`TCP ${host}: ${bytes.toString('latin1').slice(0, 80)}`))
      })
      server.once('error', failed).listen(port, host, () => ready((server.address() as AddressInfo).port))
      stops.push(() => server.close())
    })
  const listenUdp = (host: string, port: number) =>
    new Promise<number>((ready, failed) => {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4', (bytes) =>
        note(`UDP ${host}: ${bytes.length} bytes`),
      )
      socket.once('error', failed).bind(port, host, () => ready(socket.address().port))
      stops.push(() => socket.close())
    })

  const tcp = await listenTcp('127.0.0.1', 0)
  const udp = await listenUdp('127.0.0.1', 0)
  // A computer without IPv6 has nothing to reach there.
  await listenTcp('::1', tcp).catch(() => null)
  await listenUdp('::1', udp).catch(() => null)
  return { tcp, udp, seen, stop: () => stops.forEach((stop) => stop()) }
}
