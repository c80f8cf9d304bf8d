import { describe, expect, it } from 'vitest'
import { armedMs, createArming } from '../../src-main/locks/arming'
import { combineDeviceBenches } from '../../src-main/locks/device-bench'
import { practiceFirmware } from '../../src-main/locks/practice-device'
import { lockProfileSchema } from '../../src-main/locks/profile'
import { createReader } from '../../src-main/locks/reader'
import { createSimulatedHidPort } from '../../src-main/locks/simulated-hid-port'
import type { Firmware } from '../../src-main/locks/simulated-hid-port'
import { trainingAnswer } from '../../src-main/locks/training-lock'
import { practiceProtocol } from '../../src-shared/model/practice-device'
import { hidEntry, lockAt, profileFile, trainingProfile, wellFirmware } from './support/devices'
import { createWorld } from './support/world'

const never = new AbortController().signal
const dongle = { vendorId: 0x0529, productId: 1, product: 'Dongle', serialNumber: 'TR-8000000026' }
const mute: Firmware = { onReport: () => undefined }
const profile = (changes: Record<string, unknown> = {}) =>
  lockProfileSchema.parse(JSON.parse(JSON.stringify(profileFile(changes))))

const start = () => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const reader = createReader({
    ...world,
    port,
    source: 'usb',
    recognition: { profiles: [trainingProfile], models: [] },
  })
  return {
    ...world,
    port,
    reader,
    idOf: (index = 0) => reader.devices().devices[index]?.deviceId ?? '',
    look: async () => {
      await reader.scan('blocked')
      await world.clock.settle()
    },
  }
}
type Desk = ReturnType<typeof start>

const trialOf = async ({ reader, clock, idOf }: Desk, tried = profile(), ms = 20_000) => {
  const asked = reader.tryProfile(idOf(), tried, never)
  await clock.advance(ms)
  return asked
}

describe('the devices attached', () => {
  it('are not known before the first listing', () => {
    expect(start().reader.devices()).toEqual({ state: 'starting', problem: null, devices: [] })
  })

  it('are all there, those too that are no locks, with what their cards show', async () => {
    const { port, look, reader } = start()
    port.plugIn(lockAt('a', '8000000017'))
    port.plugIn(lockAt('b', '', dongle, mute))
    port.plugIn(lockAt('c', '', { vendorId: 0x046d, usage: 6, usagePage: 1 }, mute))
    await look()
    const { state, devices } = reader.devices()
    expect(state).toBe('listed')
    expect(devices.map(({ profile: by, noCard, reading }) => [by?.id, noCard, reading?.state])).toEqual([
      ['training-lock', null, 'read'],
      [undefined, null, 'failed'],
      [undefined, 'keyboard-or-mouse', undefined],
    ])
  })

  it('are told as they come and go, and when they cannot be listed', async () => {
    const { port, look, reader } = start()
    const told: string[] = []
    reader.onDevices(({ state, devices }) => told.push(`${state} ${devices.length}`))
    port.plugIn(lockAt('c', '', { usage: 6, usagePage: 1 }, mute))
    await look()
    await look()
    port.list = () => Promise.reject(new Error('no library'))
    await reader.scan('new').catch(() => undefined)
    expect(told).toEqual(['listed 1', 'failed 1'])
    expect(reader.devices().problem).toContain('no library')
  })
})

describe('trying a profile', () => {
  it('shows the request, the answer, the number, its place and the check', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '8000000017'))
    await desk.look()
    const outcome = await trialOf(desk)
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        by: 'exchange',
        reportId: 0,
        receivedCount: 1,
        failure: null,
        decoded: {
          number: '8000000017',
          problem: null,
          numberAt: { from: 7, to: 17 },
          check: { kind: 'sum8', over: { from: 0, to: 17 }, at: { from: 17, to: 18 } },
        },
      },
    })
    const trial = outcome.ok ? outcome.value : null
    expect(trial?.sent).toMatch(/^4c4401/)
    expect(trial?.sent).toHaveLength(128)
    expect(trial?.decoded?.check?.expected).toBe(trial?.decoded?.check?.carried)
  })

  it('reads the device of the training tray by the protocol that the page tells', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, practiceFirmware(dongle.serialNumber)))
    await desk.look()
    const { request, startsWith, offset, length, as, check, at } = practiceProtocol
    const outcome = await trialOf(
      desk,
      profile({
        match: { vendorId: 0x0529, productId: 1 },
        read: { by: 'exchange', request, answer: { startsWith } },
        extract: { offset, length, as },
        check: { kind: check, over: [0, 10], at },
      }),
    )
    expect(outcome).toMatchObject({ ok: true, value: { decoded: { number: '8000000026' } } })
  })

  it('takes a wrong answer apart as far as it goes', async () => {
    const desk = start()
    const garbled = (report: Uint8Array) => trainingAnswer(report, '80000000??')
    desk.port.plugIn(
      lockAt('a', '', {}, { onReport: (report, reply) => reply(garbled(report)?.fill(1, 17, 18) ?? report) }),
    )
    await desk.look()
    await desk.clock.advance(5000)
    expect(await trialOf(desk)).toMatchObject({
      ok: true,
      value: { decoded: { number: null, problem: 'wrong-check', check: { carried: '01' } }, failure: null },
    })
  })

  it('asks once and says that nothing came', async () => {
    let asked = 0
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, { onReport: () => void (asked += 1) }))
    await desk.look()
    expect(await trialOf(desk)).toMatchObject({
      ok: true,
      value: { failure: 'silent', decoded: null, receivedCount: 0, tookMs: 400 },
    })
    expect(asked).toBe(1)
  })

  it('keeps the first reports of a device that does not stop', async () => {
    const desk = start()
    desk.port.plugIn(
      lockAt('a', '', dongle, {
        onReport: (_, reply) => {
          for (let n = 0; n < 60; n += 1) reply(Uint8Array.of(n))
        },
      }),
    )
    await desk.look()
    const outcome = await trialOf(desk)
    expect(outcome).toMatchObject({ ok: true, value: { failure: 'other-answers', receivedCount: 60 } })
    expect(outcome.ok ? outcome.value.received.length : 0).toBe(16)
  })

  it('reads a text without opening the device', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, { ...mute, refuses: () => 'no-permission' }))
    await desk.look()
    const serial = profile({ read: { by: 'serial' }, extract: undefined, check: undefined })
    expect(await trialOf(desk, serial)).toMatchObject({
      ok: true,
      value: { sent: null, decoded: { number: '8000000026' } },
    })
  })

  it.each(['no-permission', 'busy', 'gone'] as const)('says %s', async (refusal) => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, { ...mute, refuses: () => refusal }))
    await desk.look()
    expect(await trialOf(desk)).toMatchObject({ ok: true, value: { failure: refusal, sent: null } })
  })

  it('sends nothing to a keyboard, whatever the profile says', async () => {
    let sent = 0
    const desk = start()
    const keyboard = { ...dongle, usagePage: 1, usage: 6 }
    desk.port.plugIn(lockAt('a', '', keyboard, { onReport: () => void (sent += 1) }))
    await desk.look()
    expect(await trialOf(desk)).toMatchObject({ ok: false, error: { code: 'input-device' } })
    expect(sent).toBe(0)
  })

  it('waits for its turn: never two exchanges with one device at once', async () => {
    let open = 0
    let most = 0
    const desk = start()
    const { open: openPort } = desk.port
    desk.port.open = async (path, signal) => {
      const connection = await openPort(path, signal)
      most = Math.max(most, (open += 1))
      return {
        ...connection,
        close: () => {
          open -= 1
          return connection.close()
        },
      }
    }
    desk.port.plugIn(lockAt('a', '8000000017'))
    await desk.look()
    const { reader, clock, idOf } = desk
    const all = Promise.all([
      reader.tryProfile(idOf(), profile(), never),
      reader.identify('plug-1', never),
      reader.tryProfile(idOf(), profile(), never),
    ])
    await clock.advance(5000)
    expect((await all).map(({ ok }) => ok)).toEqual([true, true, true])
    expect([most, open]).toEqual([1, 0])
  })

  it('never goes to a device that was swapped in meanwhile', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '8000000017', { instance: '1' }))
    await desk.look()
    const id = desk.idOf()
    desk.port.pullOut('a')
    desk.port.plugIn(lockAt('a', '8000000018', { instance: '2' }))
    expect(await desk.reader.tryProfile(id, profile(), never)).toMatchObject({
      ok: false,
      error: { code: 'gone' },
    })
  })

  it('ends when it is told to, and when the device is pulled out', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', { ...dongle, instance: '1' }, mute))
    await desk.look()
    const caller = new AbortController()
    const asked = desk.reader.tryProfile(desk.idOf(), profile(), caller.signal)
    await desk.clock.advance(100)
    caller.abort(new Error('enough'))
    expect(await asked).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    const again = desk.reader.tryProfile(desk.idOf(), profile(), never)
    await desk.clock.advance(100)
    desk.port.pullOut('a')
    await desk.clock.settle()
    expect(await again).toMatchObject({ ok: true, value: { failure: 'gone' } })
  })
})

describe('several benches as one', () => {
  it('lists the devices of all and tries on whose it is', async () => {
    const one = start()
    const other = start()
    one.port.plugIn(lockAt('a', '8000000017'))
    other.port.plugIn({ entries: [hidEntry({ path: 'b' })], firmware: wellFirmware('8000000018') })
    const bench = combineDeviceBenches(one.reader, other.reader)
    const told: number[] = []
    bench.onDevices(({ devices }) => told.push(devices.length))
    expect(bench.devices().state).toBe('starting')
    await one.look()
    await other.look()
    expect(bench.devices().state).toBe('listed')
    expect(Math.max(...told)).toBe(2)
    const asked = bench.tryProfile(bench.devices().devices[1]!.deviceId, profile(), never)
    expect(await asked).toMatchObject({ ok: true, value: { decoded: { number: '8000000018' } } })
    expect(await bench.tryProfile('none', profile(), never)).toMatchObject({ error: { code: 'gone' } })
  })
})

describe('arming', () => {
  it('holds for one device and one minute, and ends when told', () => {
    let now = 0
    const arming = createArming(() => now)
    expect(arming.isArmed('a')).toBe(false)
    expect(arming.arm('a')).toBe(armedMs)
    expect([arming.isArmed('a'), arming.isArmed('b')]).toEqual([true, false])
    now = armedMs - 1
    expect(arming.isArmed('a')).toBe(true)
    now = armedMs
    expect(arming.isArmed('a')).toBe(false)
    arming.arm('b')
    arming.disarm()
    expect(arming.isArmed('b')).toBe(false)
  })
})
