import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTransport } from '../../src-main/platform/transport'
import { startPatientServer } from './support/patient-server'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const startServer = async (greet: (socket: Socket, nth: number) => void = () => undefined) => {
  const server = await startPatientServer({ greet })
  stops.push(server.stop)
  return server
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
