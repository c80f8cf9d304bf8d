import { once } from 'node:events'
import { connect as connectTo } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openFreshConnection } from '../../../src-main/platform/transport/fresh-connection'
import { createTransport } from '../../../src-main/platform/transport/transport'
import { startKeepAliveServer } from '../support/keep-alive-server'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const startServer = async (greet: (socket: Socket, nth: number) => void = () => undefined) => {
  const server = await startKeepAliveServer({ greet })
  stops.push(server.stop)
  return server
}

/** `greet` runs for the first connection alone; its effect has left the server when `greeted` resolves. */
const startGreeting = async (greet: (socket: Socket, done: () => void) => void) => {
  let done: () => void = () => undefined
  const greeted = new Promise<void>((resolve) => (done = resolve))
  const { url, requestLog } = await startServer((socket, nth) => {
    if (nth === 0) greet(socket, done)
  })
  return { url, requestLog, greeted }
}

const send = (url: string, beforeFirstByte: () => Promise<void>) => {
  const transport = createTransport({
    routesFor: () => Promise.resolve([null]),
    certificates: () => undefined,
  })
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
  it('opens without a byte before the preparation ends, then carries the one request', async () => {
    const { url, requestLog } = await startServer()
    const result = await send(url, async () => {
      await vi.waitFor(() => expect(requestLog).toHaveLength(1))
      await pause(50)
      expect(requestLog).toEqual([''])
    })
    expect(result).toMatchObject({ kind: 'answered', text: '{}' })
    expect(requestLog).toHaveLength(1)
    expect(requestLog[0]).toMatch(/^POST \/order /)
  })

  it('closes without a byte when the preparation fails', async () => {
    const { url, requestLog, sockets } = await startServer()
    const sent = send(url, async () => {
      await vi.waitFor(() => expect(requestLog).toHaveLength(1))
      throw new Error('disk full')
    })
    await expect(sent).rejects.toThrow('disk full')
    await vi.waitFor(() => expect(sockets.size).toBe(0))
    expect(requestLog).toEqual([''])
  })

  it('closes after the response, though the server would keep it', async () => {
    const { url, requestLog, sockets } = await startServer()
    expect(await send(url, () => Promise.resolve())).toMatchObject({ kind: 'answered' })
    expect(requestLog).toHaveLength(1)
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })

  it('is replaced where the server has closed it, also a moment before', async () => {
    const { url, requestLog, greeted } = await startGreeting((socket, done) => socket.end(done))
    expect(await send(url, () => greeted)).toMatchObject({ kind: 'answered', text: '{}' })
    expect(requestLog).toEqual(['', expect.stringMatching(/^POST /)])
  })

  it('is opened once more where the early attempt fails only after the request has come', async () => {
    const { url, requestLog } = await startServer()
    const { hostname, port } = new URL(url)
    const attempts: ((error: Error) => void)[] = []
    const { dispatcher, discard } = openFreshConnection({ Client }, url, (_target, callback) => {
      attempts.push((error) => callback(error, null))
      if (attempts.length === 1) return
      const socket = connectTo(Number(port), hostname)
      void once(socket, 'connect').then(() => callback(null, socket))
    })
    const sent = dispatcher.request({ path: '/order', method: 'POST', body: '{}', reset: true })
    await pause(0)
    attempts[0]?.(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect((await sent).statusCode).toBe(200)
    expect(requestLog).toEqual([expect.stringMatching(/^POST /)])
    discard()
  })

  it('is replaced where the server sent data first, which is no response', async () => {
    const early = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nearly'
    const { url, requestLog, greeted } = await startGreeting((socket, done) => socket.write(early, done))
    expect(await send(url, () => greeted)).toMatchObject({ kind: 'answered', text: '{}' })
    expect(requestLog).toEqual(['', expect.stringMatching(/^POST /)])
  })

  it('is replaced after a wait so long that the server may be closing it', async () => {
    const { url, requestLog, sockets } = await startServer()
    expect(await send(url, () => pause(1_100))).toMatchObject({ kind: 'answered', text: '{}' })
    expect(requestLog).toEqual(['', expect.stringMatching(/^POST /)])
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })
})
