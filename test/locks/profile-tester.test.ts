import { describe, expect, it } from 'vitest'
import {
  sendingAllowedMs,
  createSendingPermission,
  combineProfileTesters,
} from '../../src-main/locks/profile-tester'
import { unknownDeviceFirmware, trainingResponse } from '../../src-main/locks/simulator/firmware'
import { lockProfileSchema } from '../../src-main/locks/profiles/profile'
import { createReader } from '../../src-main/locks/reader/reader'
import { createSimulatedHidPort } from '../../src-main/locks/simulator/simulated-hid-port'
import type { Firmware } from '../../src-main/locks/simulator/simulated-hid-port'
import { unknownDeviceProtocol } from '../../src-shared/model/locks/unknown-device'
import { hidEntry, lockAt, profileFile, trainingProfile, wellFirmware } from './support/devices'
import { createWorld } from './support/world'

const never = new AbortController().signal
const dongle = { vendorId: 0x0529, productId: 1, product: 'Dongle', serialNumber: 'TR-8000000026' }
const mute: Firmware = { onReport: () => undefined }
const profile = (changes: Record<string, unknown> = {}) =>
  lockProfileSchema.parse(JSON.parse(JSON.stringify(profileFile(changes))))

const start = (profiles = [trainingProfile]) => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const reader = createReader({
    ...world,
    port,
    source: 'usb',
    recognition: { profiles, models: [] },
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
type ChangeService = ReturnType<typeof start>

const trialOf = async ({ reader, clock, idOf }: ChangeService, tried = profile(), ms = 20_000) => {
  const asked = reader.tryProfile(idOf(), tried, never)
  await clock.advance(ms)
  return asked
}

describe('attached devices', () => {
  it('are unknown before the first listing', () => {
    expect(start().reader.devices()).toEqual({ state: 'starting', problem: null, devices: [] })
  })

  it('are listed in full, including other devices, with the state of their cards', async () => {
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

  it('are reported on plugging, unplugging and failed listings', async () => {
    const { port, look, reader } = start()
    const reported: string[] = []
    reader.onDevices(({ state, devices }) => reported.push(`${state} ${devices.length}`))
    port.plugIn(lockAt('c', '', { usage: 6, usagePage: 1 }, mute))
    await look()
    await look()
    port.list = () => Promise.reject(new Error('no library'))
    await reader.scan('new').catch(() => undefined)
    expect(reported).toEqual(['listed 1', 'failed 1'])
    expect(reader.devices().problem).toContain('no library')
  })
})

describe('tryProfile', () => {
  it('returns the request, the response, the number, its position and the check', async () => {
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

  it('reads the lock simulator’s device with the documented protocol', async () => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, unknownDeviceFirmware(dongle.serialNumber)))
    await desk.look()
    const { request, startsWith, offset, length, as, check, at } = unknownDeviceProtocol
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

  it('decodes a wrong response as far as possible', async () => {
    const desk = start()
    const garbled = (report: Uint8Array) => trainingResponse(report, '80000000??')
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

  it('sends once and reports a missing response', async () => {
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

  it('keeps the first reports of a device that keeps sending', async () => {
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

  it.each(['no-permission', 'busy', 'gone'] as const)('reports %s', async (refusal) => {
    const desk = start()
    desk.port.plugIn(lockAt('a', '', dongle, { ...mute, refuses: () => refusal }))
    await desk.look()
    expect(await trialOf(desk)).toMatchObject({ ok: true, value: { failure: refusal, sent: null } })
  })

  it.each([
    ['a keyboard', { usagePage: 1, usage: 6 }, []],
    ['a mouse', { usagePage: 1, usage: 2 }, []],
    ['a security key', { usagePage: 0xf1d0, usage: 1 }, []],
    ['a smart card reader', { usagePage: 0xff00, usage: 1, interfaceClasses: [0x03, 0x0b] }, []],
    [
      'a security key by its other interface',
      {},
      [hidEntry({ ...dongle, path: 'b', usagePage: 0xf1d0, interface: 1 })],
    ],
  ])('sends nothing to %s, whatever the profile says', async (_name, entry, others) => {
    let sent = 0
    const desk = start([profile({ match: { vendorId: dongle.vendorId, productId: dongle.productId } })])
    const firmware: Firmware = {
      onReport: () => void (sent += 1),
      feature: () => {
        sent += 1
        return null
      },
    }
    const { entries } = lockAt('a', '', { ...dongle, ...entry }, firmware)
    desk.port.plugIn({ entries: [...entries, ...others], firmware })
    await desk.look()
    // Normal reading skips it too, although the profile matches.
    expect(desk.reader.devices().devices.map((one) => [one.profile, one.isProtected])).toEqual([[null, true]])
    for (const asked of [profile(), profile({ read: { by: 'feature', length: 16 } })]) {
      expect(await trialOf(desk, asked)).toMatchObject({ ok: false, error: { code: 'protected-device' } })
    }
    expect(sent).toBe(0)
  })

  it('waits for its turn: a device never has two exchanges at once', async () => {
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

  it('does not use a device that was swapped meanwhile', async () => {
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

  it('ends when canceled and when the device is unplugged', async () => {
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

describe('several profile testers combined', () => {
  it('list the devices of all and use the right one', async () => {
    const one = start()
    const other = start()
    one.port.plugIn(lockAt('a', '8000000017'))
    other.port.plugIn({ entries: [hidEntry({ path: 'b' })], firmware: wellFirmware('8000000018') })
    const profileTester = combineProfileTesters(one.reader, other.reader)
    const counts: number[] = []
    profileTester.onDevices(({ devices }) => counts.push(devices.length))
    expect(profileTester.devices().state).toBe('starting')
    await one.look()
    await other.look()
    expect(profileTester.devices().state).toBe('listed')
    expect(Math.max(...counts)).toBe(2)
    const asked = profileTester.tryProfile(profileTester.devices().devices[1]!.deviceId, profile(), never)
    expect(await asked).toMatchObject({ ok: true, value: { decoded: { number: '8000000018' } } })
    expect(await profileTester.tryProfile('none', profile(), never)).toMatchObject({
      error: { code: 'gone' },
    })
  })
})

describe('createSendingPermission', () => {
  it('applies to one device for one minute, and ends on request', () => {
    let now = 0
    const sendingPermission = createSendingPermission(() => now)
    expect(sendingPermission.isAllowed('a')).toBe(false)
    expect(sendingPermission.allow('a')).toBe(sendingAllowedMs)
    expect([sendingPermission.isAllowed('a'), sendingPermission.isAllowed('b')]).toEqual([true, false])
    now = sendingAllowedMs - 1
    expect(sendingPermission.isAllowed('a')).toBe(true)
    now = sendingAllowedMs
    expect(sendingPermission.isAllowed('a')).toBe(false)
    sendingPermission.allow('b')
    sendingPermission.revoke()
    expect(sendingPermission.isAllowed('b')).toBe(false)
  })
})
