import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTransport } from '../../../src-main/platform/transport/transport'
import type { HttpRequest } from '../../../src-main/platform/transport/transport'
import { emptyAnswer, startKeepAliveServer } from '../support/keep-alive-server'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const isRequest = expect.stringMatching(/^POST \/order /) as string

/** A transport, and a server that responds on its first connection once a second one exists. */
const start = async (answerFirst: (socket: Socket) => void = (socket) => socket.write(emptyAnswer)) => {
  const server = await startKeepAliveServer({
    answer: (socket, nth) => {
      if (nth > 0) socket.write(emptyAnswer)
      else void vi.waitFor(() => expect(server.requestLog.length).toBe(2)).then(() => answerFirst(socket))
    },
  })
  const transport = createTransport({
    routesFor: () => Promise.resolve([null]),
    certificates: () => undefined,
  })
  stops.push(() => transport.stop(), server.stop)
  const send = (over: Partial<HttpRequest> = {}) =>
    transport.send({
      url: server.url,
      method: 'POST',
      headers: {},
      body: '{}',
      freshConnection: true,
      deadlineMs: 5_000,
      ...over,
    })
  return { ...server, transport, send }
}

describe('the connection for the next change', () => {
  it('opens while the previous change is in progress, carries no byte until allowed, and then that change', async () => {
    const { requestLog, send, sockets } = await start()
    expect(await send({ isFollowed: true })).toMatchObject({ kind: 'answered' })
    expect(requestLog).toEqual([isRequest, ''])
    const beforeFirstByte = async () => {
      await pause(50)
      expect(requestLog).toEqual([isRequest, ''])
    }
    expect(await send({ beforeFirstByte })).toMatchObject({ kind: 'answered', text: '{}' })
    expect(requestLog).toEqual([isRequest, isRequest])
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })

  it('is used once: a third change has its own', async () => {
    const { requestLog, send } = await start()
    await send({ isFollowed: true })
    await Promise.all([send(), send()])
    expect(requestLog).toEqual([isRequest, isRequest, isRequest])
    for (const each of requestLog) expect(each.match(/POST/g)).toHaveLength(1)
  })

  it('closes within about a second where no change follows', async () => {
    const { requestLog, send, sockets } = await start()
    await send({ isFollowed: true })
    expect(sockets.size).toBeGreaterThan(0)
    await vi.waitFor(() => expect(sockets.size).toBe(0), 3_000)
    expect(requestLog).toEqual([isRequest, ''])
  })

  it('is discarded where it is too old when the change may leave', async () => {
    const { requestLog, send } = await start()
    await send({ isFollowed: true })
    expect(await send({ beforeFirstByte: () => pause(1_100) })).toMatchObject({ kind: 'answered' })
    expect(requestLog).toEqual([isRequest, '', isRequest])
  })

  it('closes without a byte where the preparation of the change fails', async () => {
    const { requestLog, send, sockets } = await start()
    await send({ isFollowed: true })
    const beforeFirstByte = () => Promise.reject(new Error('disk full'))
    await expect(send({ beforeFirstByte })).rejects.toThrow('disk full')
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(requestLog).toEqual([isRequest, ''])
  })

  it('closes at once where the previous request broke off', async () => {
    const { requestLog, send, sockets } = await start((socket) => socket.destroy())
    expect(await send({ isFollowed: true })).toMatchObject({ kind: 'broken', mayBeSent: true })
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(requestLog).toEqual([isRequest, ''])
  })

  it('closes at once when the transport stops', async () => {
    const { requestLog, send, sockets, transport } = await start()
    await send({ isFollowed: true })
    await transport.stop()
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(requestLog).toEqual([isRequest, ''])
  })

  it('is not opened after a response slower than its maximum age', async () => {
    let opened = 0
    const server = await startKeepAliveServer({
      greet: () => (opened += 1),
      answer: (socket) => void pause(1_200).then(() => socket.write(emptyAnswer)),
    })
    const transport = createTransport({
      routesFor: () => Promise.resolve([null]),
      certificates: () => undefined,
    })
    stops.push(() => transport.stop(), server.stop)
    const change = { url: server.url, method: 'POST', headers: {}, body: '{}' } as const
    const send = () =>
      transport.send({ ...change, freshConnection: true, isFollowed: true, deadlineMs: 5_000 })
    await send()
    expect(opened).toBe(2)
    await send()
    expect(opened).toBe(3)
  })

  it('is replaced where it could not be opened a moment ago', async () => {
    let away: () => void = () => undefined
    const isAway = new Promise<void>((done) => (away = done))
    const { url, server, requestLog, again, stop } = await startKeepAliveServer({
      answer: (socket, nth) => {
        if (nth > 0) {
          socket.write(emptyAnswer)
          return
        }
        server.close()
        away()
        void pause(50).then(() => socket.write(emptyAnswer))
      },
    })
    let requestCount = 0
    const transport = createTransport({
      // The second lookup opens the connection for the second change.
      routesFor: () => ((requestCount += 1) === 2 ? isAway.then(() => [null]) : Promise.resolve([null])),
      certificates: () => undefined,
    })
    stops.push(() => transport.stop(), stop)
    const change = { url, method: 'POST', headers: {}, body: '{}', freshConnection: true } as const
    await transport.send({ ...change, isFollowed: true, deadlineMs: 5_000 })
    await again()
    expect(await transport.send({ ...change, deadlineMs: 5_000 })).toMatchObject({ kind: 'answered' })
    expect(requestLog).toEqual([isRequest, isRequest])
  })
})
