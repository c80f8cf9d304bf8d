import { describe, expect, it } from 'vitest'
import { writeProfile } from '../../../src-main/locks/profiles/profile'
import { createSimulatedHidPort } from '../../../src-main/locks/simulator/simulated-hid-port'
import { fromUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import type { FromUsbProcess, ToUsbProcess } from '../../../src-main/locks/usb-process/usb-messages'
import { runUsbWorker } from '../../../src-main/locks/usb-process/usb-worker'
import { lockAt, trainingProfile } from '../support/devices'
import { createWorld } from '../support/world'

const recognition = { profiles: [writeProfile(trainingProfile)], models: [] }

const start = () => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const messages: FromUsbProcess[] = []
  const exits: number[] = []
  const link = {
    onMessage: (_message: unknown): void => undefined,
    close: (): void => undefined,
  }
  runUsbWorker({
    ...world,
    port,
    parent: {
      // Sends a copy, which the other side parses.
      send: (message) => void messages.push(fromUsbProcess.parse(structuredClone(message))),
      onMessage: (listener) => {
        link.onMessage = listener
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
    ask: (message: ToUsbProcess) => link.onMessage(structuredClone(message)),
    heard: <Type extends FromUsbProcess['type']>(type: Type) =>
      messages.filter((message): message is Extract<FromUsbProcess, { type: Type }> => message.type === type),
  }
}

describe('the USB process', () => {
  it('sends a heartbeat every second, also before it is started', async () => {
    const { heard, clock } = start()
    await clock.advance(3000)
    expect(heard('heartbeat')).toHaveLength(4)
    expect(heard('locks')).toEqual([])
  })

  it('reports an empty list of locks too', async () => {
    const { ask, heard, clock } = start()
    ask({ type: 'start', recognition, known: [] })
    await clock.settle()
    expect(heard('locks')).toEqual([{ type: 'locks', locks: [], known: [] }])
  })

  it('reports locks as they appear, and identifies them', async () => {
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

  it('ends an identification that main canceled', async () => {
    const { ask, heard, clock, port } = start()
    ask({ type: 'start', recognition, known: [] })
    port.plugIn(lockAt('a', '', {}, { onReport: () => undefined }))
    await clock.advance(1000)
    ask({ type: 'identify', id: 6, plugId: heard('locks').at(-1)?.locks[0]?.plugId ?? '' })
    ask({ type: 'cancel', id: 6 })
    await clock.settle()
    expect(heard('identified')).toMatchObject([{ id: 6, outcome: { ok: false, error: { code: 'silent' } } }])
  })

  it('reports every device and tests profiles on them until main cancels', async () => {
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

  it('continues with the cards of the previous process', async () => {
    const { ask, heard, clock, port } = start()
    const { entries } = lockAt('a', '8000000017')
    port.plugIn(lockAt('a', '8000000017'))
    const key = JSON.stringify(['a', null, entries[0]?.vendorId, entries[0]?.productId, null])
    ask({
      type: 'start',
      recognition,
      known: [{ plugId: 'kept', pluggedAt: 5, interfaceKeys: [key], reading: { state: 'reading' } }],
    })
    await clock.settle()
    expect(heard('locks').at(-1)?.locks).toMatchObject([{ plugId: 'kept', pluggedAt: 5 }])
  })

  it('reports a malformed message and continues', async () => {
    const { link, heard, clock } = start()
    link.onMessage({ type: 'open', path: '/etc/shadow' })
    link.onMessage(undefined)
    await clock.advance(1000)
    expect(heard('log').map(({ level }) => level)).toEqual(['error', 'error'])
    expect(heard('heartbeat')).toHaveLength(2)
  })

  it('exits on request and when main is gone', async () => {
    const { ask, exits, link, clock } = start()
    ask({ type: 'start', recognition, known: [] })
    ask({ type: 'stop' })
    await clock.settle()
    expect(exits).toEqual([0])
    link.close()
    expect(exits).toEqual([0, 0])
  })
})
