import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTransport } from '../../src-main/platform/transport'
import type { HttpRequest } from '../../src-main/platform/transport'
import { emptyAnswer, startPatientServer } from './support/patient-server'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const isRequest = expect.stringMatching(/^POST \/order /) as string

/** A transport, and a server that answers a request on its first connection once there is a second one. */
const start = async (answerFirst: (socket: Socket) => void = (socket) => socket.write(emptyAnswer)) => {
  const server = await startPatientServer({
    answer: (socket, nth) => {
      if (nth > 0) socket.write(emptyAnswer)
      else void vi.waitFor(() => expect(server.told.length).toBe(2)).then(() => answerFirst(socket))
    },
  })
  const transport = createTransport({ proxyFor: () => Promise.resolve(null), certificates: () => undefined })
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

describe('the connection of a change that follows', () => {
  it('is opened while the one before is on its way, carries no byte until it may leave, and then that one', async () => {
    const { told, send, sockets } = await start()
    expect(await send({ isFollowed: true })).toMatchObject({ kind: 'answered' })
    expect(told).toEqual([isRequest, ''])
    const beforeFirstByte = async () => {
      await pause(50)
      expect(told).toEqual([isRequest, ''])
    }
    expect(await send({ beforeFirstByte })).toMatchObject({ kind: 'answered', text: '{}' })
    expect(told).toEqual([isRequest, isRequest])
    await vi.waitFor(() => expect(sockets.size).toBe(0))
  })

  it('is used once: a third change has one of its own', async () => {
    const { told, send } = await start()
    await send({ isFollowed: true })
    await Promise.all([send(), send()])
    expect(told).toEqual([isRequest, isRequest, isRequest])
    for (const each of told) expect(each.match(/POST/g)).toHaveLength(1)
  })

  it('is closed within a second or so where nothing follows after all', async () => {
    const { told, send, sockets } = await start()
    await send({ isFollowed: true })
    expect(sockets.size).toBeGreaterThan(0)
    await vi.waitFor(() => expect(sockets.size).toBe(0), 3_000)
    expect(told).toEqual([isRequest, ''])
  })

  it('is thrown away where it has stood too long by the time the change may leave', async () => {
    const { told, send } = await start()
    await send({ isFollowed: true })
    expect(await send({ beforeFirstByte: () => pause(1_100) })).toMatchObject({ kind: 'answered' })
    expect(told).toEqual([isRequest, '', isRequest])
  })

  it('is closed, without a byte, where what must come before the change fails', async () => {
    const { told, send, sockets } = await start()
    await send({ isFollowed: true })
    const beforeFirstByte = () => Promise.reject(new Error('disk full'))
    await expect(send({ beforeFirstByte })).rejects.toThrow('disk full')
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(told).toEqual([isRequest, ''])
  })

  it('is closed at once where the one before was broken off', async () => {
    const { told, send, sockets } = await start((socket) => socket.destroy())
    expect(await send({ isFollowed: true })).toMatchObject({ kind: 'broken', left: true })
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(told).toEqual([isRequest, ''])
  })

  it('is closed at once when the transport stops', async () => {
    const { told, send, sockets, transport } = await start()
    await send({ isFollowed: true })
    await transport.stop()
    await vi.waitFor(() => expect(sockets.size).toBe(0), 800)
    expect(told).toEqual([isRequest, ''])
  })

  it('is not opened after an answer that took longer than it could have stood', async () => {
    let opened = 0
    const server = await startPatientServer({
      greet: () => (opened += 1),
      answer: (socket) => void pause(1_200).then(() => socket.write(emptyAnswer)),
    })
    const transport = createTransport({
      proxyFor: () => Promise.resolve(null),
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

  it('is another one where it could not be opened: that was a moment ago', async () => {
    let away: () => void = () => undefined
    const isAway = new Promise<void>((done) => (away = done))
    const { url, server, told, stop } = await startPatientServer({
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
    let asked = 0
    const transport = createTransport({
      // The second to ask is what opens the connection for the second change.
      proxyFor: () => ((asked += 1) === 2 ? isAway.then(() => null) : Promise.resolve(null)),
      certificates: () => undefined,
    })
    stops.push(() => transport.stop(), stop)
    const change = { url, method: 'POST', headers: {}, body: '{}', freshConnection: true } as const
    await transport.send({ ...change, isFollowed: true, deadlineMs: 5_000 })
    await new Promise<void>((ready) => server.listen(Number(new URL(url).port), '127.0.0.1', ready))
    expect(await transport.send({ ...change, deadlineMs: 5_000 })).toMatchObject({ kind: 'answered' })
    expect(told).toEqual([isRequest, isRequest])
  })
})
