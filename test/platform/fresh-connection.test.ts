import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTransport } from '../../src-main/platform/transport'

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Counts connections, keeps what each of them was told, and answers every request; it closes none by itself. */
const startServer = async (greet: (socket: Socket, nth: number) => void = () => undefined) => {
  const told: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const nth = told.push('') - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('data', (bytes) => {
      told[nth] = `${told[nth] ?? ''}${bytes.toString()}`
      if (told[nth].endsWith('{}')) socket.write(answer)
    })
    greet(socket, nth)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((done) => server.close(done))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/order`, told, sockets }
}

const send = (url: string, beforeFirstByte: () => Promise<void>) => {
  const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
  stops.push(() => transport.stop())
  return transport.send({
    url,
    method: 'POST',
    headers: {},
    body: '{}',
    freshConnection: true,
    beforeFirstByte,
    deadlineMs: 5_000,
  })
}

describe('the connection of a change', () => {
  it('stands, without a byte, before what must come first is over; then carries the one request', async () => {
    const { url, told } = await startServer()
    const result = await send(url, async () => {
      await vi.waitFor(() => expect(told).toHaveLength(1))
      await pause(50)
      expect(told).toEqual([''])
    })
    expect(result).toMatchObject({ kind: 'answered', text: '{}' })
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^POST \/order /)
  })

  it('is closed, without a byte, when what must come first fails', async () => {
    const { url, told, sockets } = await startServer()
    const sent = send(url, async () => {
      await vi.waitFor(() => expect(told).toHaveLength(1))
      throw new Error('disk full')
    })
    await expect(sent).rejects.toThrow('disk full')
    await vi.waitFor(() => expect(sockets.size).toBe(0))
    expect(told).toEqual([''])
  })

  it('is closed after the answer, though the other side would keep it', async () => {
    const { url, told, sockets } = await startServer()
    expect(await send(url, () => Promise.resolve())).toMatchObject({ kind: 'answered' })
    expect(told).toHaveLength(1)
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })

  it('is another one where the other side has closed it meanwhile', async () => {
    const { url, told } = await startServer((socket, nth) => nth === 0 && socket.end())
    expect(await send(url, () => pause(50))).toMatchObject({ kind: 'answered', text: '{}' })
    expect(told).toEqual(['', expect.stringMatching(/^POST /)])
  })

  it('is another one where the other side spoke first: that is no answer to us', async () => {
    const early = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nearly'
    const { url, told } = await startServer((socket, nth) => nth === 0 && socket.write(early))
    expect(await send(url, () => pause(50))).toMatchObject({ kind: 'answered', text: '{}' })
    expect(told).toEqual(['', expect.stringMatching(/^POST /)])
  })

  it('is another one where the wait was so long that the other side may be giving it up', async () => {
    const { url, told, sockets } = await startServer()
    expect(await send(url, () => pause(1_100))).toMatchObject({ kind: 'answered', text: '{}' })
    expect(told).toEqual(['', expect.stringMatching(/^POST /)])
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })
})
