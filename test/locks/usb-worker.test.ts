import { describe, expect, it } from 'vitest'
import { writeProfile } from '../../src-main/locks/profile'
import { createSimulatedHidPort } from '../../src-main/locks/simulated-hid-port'
import { fromUsbProcess } from '../../src-main/locks/usb-messages'
import type { FromUsbProcess, ToUsbProcess } from '../../src-main/locks/usb-messages'
import { runUsbWorker } from '../../src-main/locks/usb-worker'
import { lockAt, trainingProfile } from './support/devices'
import { createWorld } from './support/world'

const recognition = { profiles: [writeProfile(trainingProfile)], models: [] }

const start = () => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const said: FromUsbProcess[] = []
  const exits: number[] = []
  const link = {
    hear: (_message: unknown): void => undefined,
    close: (): void => undefined,
  }
  runUsbWorker({
    ...world,
    port,
    parent: {
      // As it crosses: a copy, that the other side parses.
      send: (message) => void said.push(fromUsbProcess.parse(structuredClone(message))),
      onMessage: (listener) => {
        link.hear = listener
      },
      onClosed: (listener) => {
        link.close = listener
      },
    },
    watchEvents: () => Promise.resolve(null),
    exit: (code) => void exits.push(code),
  })
  return {
    ...world,
    port,
    exits,
    link,
    ask: (message: ToUsbProcess) => link.hear(structuredClone(message)),
    heard: <Type extends FromUsbProcess['type']>(type: Type) =>
      said.filter((message): message is Extract<FromUsbProcess, { type: Type }> => message.type === type),
  }
}

describe('the USB process', () => {
  it('gives a sign of life every second, also before it is told what to do', async () => {
    const { heard, clock } = start()
    await clock.advance(3000)
    expect(heard('beat')).toHaveLength(4)
    expect(heard('locks')).toEqual([])
  })

  it('reports an empty desk too', async () => {
    const { ask, heard, clock } = start()
    ask({ type: 'start', recognition, known: [] })
    await clock.settle()
    expect(heard('locks')).toEqual([{ type: 'locks', locks: [], known: [] }])
  })

  it('reports locks as they come, and identifies them', async () => {
    const { ask, heard, clock, port } = start()
    ask({ type: 'start', recognition, known: [] })
    port.plugIn(lockAt('a', '8000000017'))
    await clock.advance(5000)
    const last = heard('locks').at(-1)
    expect(last?.locks[0]?.reading).toEqual({ state: 'read', shellNumber: '8000000017' })
    const plugId = last?.locks[0]?.plugId ?? ''
    ask({ type: 'identify', id: 5, plugId })
    await clock.advance(1000)
    expect(heard('identified')).toEqual([
      { type: 'identified', id: 5, outcome: { ok: true, value: '8000000017' } },
    ])
  })

  it('ends an identification that main does not want any more', async () => {
    const { ask, heard, clock, port } = start()
    ask({ type: 'start', recognition, known: [] })
    port.plugIn(lockAt('a', '', {}, { onReport: () => undefined }))
    await clock.advance(1000)
    ask({ type: 'identify', id: 6, plugId: heard('locks').at(-1)?.locks[0]?.plugId ?? '' })
    ask({ type: 'cancel', id: 6 })
    await clock.settle()
    expect(heard('identified')).toMatchObject([{ id: 6, outcome: { ok: false, error: { code: 'silent' } } }])
  })

  it('tells of every device, and tries profiles on them, until main has enough', async () => {
    const { ask, heard, clock, port } = start()
    ask({ type: 'start', recognition, known: [] })
    port.plugIn(lockAt('a', '8000000017'))
    port.plugIn(lockAt('b', '', { product: 'Mute', instance: '2' }, { onReport: () => undefined }))
    await clock.advance(5000)
    const devices = heard('devices').at(-1)?.devices.devices ?? []
    expect(devices.map(({ facts }) => facts.product)).toEqual(['Lock Desk Training Lock', 'Mute'])
    const [lock, mute] = devices.map(({ deviceId }) => deviceId)
    const profile = writeProfile(trainingProfile)
    ask({ type: 'try', id: 8, deviceId: lock ?? '', profile })
    await clock.advance(1000)
    expect(heard('tried')).toMatchObject([
      { id: 8, outcome: { value: { decoded: { number: '8000000017' } } } },
    ])
    ask({ type: 'try', id: 9, deviceId: mute ?? '', profile })
    ask({ type: 'cancel', id: 9 })
    await clock.settle()
    expect(heard('tried').at(-1)).toMatchObject({ id: 9, outcome: { error: { code: 'cancelled' } } })
  })

  it('goes on with the cards of the process before it', async () => {
    const { ask, heard, clock, port } = start()
    const { entries } = lockAt('a', '8000000017')
    port.plugIn(lockAt('a', '8000000017'))
    const seat = JSON.stringify(['a', null, entries[0]?.vendorId, entries[0]?.productId, null])
    ask({
      type: 'start',
      recognition,
      known: [{ plugId: 'kept', pluggedAt: 5, seats: [seat], reading: { state: 'reading' } }],
    })
    await clock.settle()
    expect(heard('locks').at(-1)?.locks).toMatchObject([{ plugId: 'kept', pluggedAt: 5 }])
  })

  it('says that it did not understand, and goes on', async () => {
    const { link, heard, clock } = start()
    link.hear({ type: 'open', path: '/etc/shadow' })
    link.hear(undefined)
    await clock.advance(1000)
    expect(heard('log').map(({ level }) => level)).toEqual(['error', 'error'])
    expect(heard('beat')).toHaveLength(2)
  })

  it('ends when it is told to, and when main is gone', async () => {
    const { ask, exits, link, clock } = start()
    ask({ type: 'start', recognition, known: [] })
    ask({ type: 'stop' })
    await clock.settle()
    expect(exits).toEqual([0])
    link.close()
    expect(exits).toEqual([0, 0])
  })
})
