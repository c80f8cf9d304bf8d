import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTransport } from '../../src-main/platform/transport'
import type { Transport } from '../../src-main/platform/transport'

const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Counts connections, keeps what each of them was told, and answers every request; it closes none by itself. */
const startServer = async (
  greet: (socket: Socket, nth: number) => void = () => undefined,
  /** Before the answer on each connection. */
  waitMs: readonly number[] = [],
) => {
  const told: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const nth = told.push('') - 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    socket.on('data', (bytes) => {
      told[nth] = `${told[nth] ?? ''}${bytes.toString()}`
      if (told[nth].endsWith('{}')) setTimeout(() => socket.write(answer), waitMs[nth] ?? 0)
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

describe('the connection of the change that follows', () => {
  /** Two changes over one transport; `between` is done after the first one's answer. */
  const sendTwo = async (url: string, between: (transport: Transport) => Promise<void>) => {
    const transport = createTransport({
      proxyFor: () => Promise.resolve(null),
      certificates: () => undefined,
    })
    stops.push(() => transport.stop())
    const change = {
      url,
      method: 'POST',
      headers: {},
      body: '{}',
      freshConnection: true,
      deadlineMs: 5_000,
    } as const
    const first = await transport.send({ ...change, anotherFollows: true })
    await between(transport)
    return [first, await transport.send(change)]
  }
  const twice = [{ kind: 'answered' }, { kind: 'answered' }]
  const aRequest = expect.stringMatching(/^POST [^]*\{\}$/) as string

  it('stands when the answer to this one comes, and each carries one request', async () => {
    const { url, told } = await startServer()
    const results = await sendTwo(url, async () => {
      await vi.waitFor(() => expect(told).toEqual([aRequest, '']))
    })
    expect(results).toMatchObject(twice)
    expect(told).toEqual([aRequest, aRequest])
  })

  it('is another one where the other side has closed it meanwhile', async () => {
    const { url, told } = await startServer((socket, nth) => nth === 1 && socket.end())
    expect(await sendTwo(url, () => pause(50))).toMatchObject(twice)
    expect(told).toEqual([aRequest, '', aRequest])
  })

  it('is another one for another platform', async () => {
    const { url, told } = await startServer()
    const other = await startServer()
    await sendTwo(url, async (transport) => {
      await transport.send({
        url: other.url,
        method: 'POST',
        headers: {},
        body: '{}',
        freshConnection: true,
        deadlineMs: 5_000,
      })
    })
    expect(other.told).toEqual([aRequest])
    expect(told).toEqual([aRequest, aRequest])
  })

  it('is closed unused where no change follows in time', async () => {
    const { url, told, sockets } = await startServer()
    await sendTwo(url, async () => {
      await vi.waitFor(() => expect(sockets.size).toBe(1))
      await vi.waitFor(() => expect(sockets.size).toBe(0), 3_000)
    })
    expect(told).toEqual([aRequest, '', aRequest])
  })

  it('is not opened in vain where answers take longer than it would be good for', async () => {
    const { url, told } = await startServer(() => undefined, [1_100, 0, 0])
    await sendTwo(url, async (transport) => {
      expect(told).toEqual([aRequest, ''])
      const change = { url, method: 'POST', headers: {}, body: '{}', freshConnection: true } as const
      await transport.send({ ...change, anotherFollows: true, deadlineMs: 5_000 })
      await pause(50)
      expect(told).toEqual([aRequest, '', aRequest])
    })
    expect(told).toHaveLength(4)
  })

  it('is closed when the transport stops', async () => {
    const { url, sockets } = await startServer()
    await sendTwo(url, async (transport) => {
      await vi.waitFor(() => expect(sockets.size).toBe(1))
      await transport.stop()
      await vi.waitFor(() => expect(sockets.size).toBe(0), 500)
    })
  })
})
