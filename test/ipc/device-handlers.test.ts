import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDeviceHandlers } from '../../src-main/ipc/device-handlers'
import { armedMs, createArming } from '../../src-main/locks/arming'
import { practiceFirmware } from '../../src-main/locks/practice-device'
import { openProfileShelf } from '../../src-main/locks/profile-shelf'
import { createReader } from '../../src-main/locks/reader'
import { createSimulatedHidPort } from '../../src-main/locks/simulated-hid-port'
import type { Firmware } from '../../src-main/locks/simulated-hid-port'
import { lockAt, profileFile } from '../locks/support/devices'
import { createWorld } from '../locks/support/world'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-handlers-'))
})
afterEach(() => rm(folder, { recursive: true }))

const dongle = { vendorId: 0x0529, productId: 1, product: 'Dongle', serialNumber: 'TR-8000000026' }
const exchange = JSON.stringify({
  id: 'practice',
  name: { en: 'Practice', zh: '练习' },
  match: { vendorId: '0x0529', productId: '0x0001' },
  read: { by: 'exchange', request: '5052', answer: { startsWith: '50a2' } },
  extract: { offset: 2, length: 8, as: 'uint-le' },
  check: { kind: 'xor8', over: [0, 10], at: 10 },
})
const bySerial = JSON.stringify({
  id: 'by-serial',
  name: { en: 'By serial', zh: '按序列号' },
  match: { vendorId: '0x0529', productId: '0x0001' },
  read: { by: 'serial' },
})

const start = async (firmware: Firmware = practiceFirmware(dongle.serialNumber), entry: object = dongle) => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const shelf = await openProfileShelf(join(folder, 'lock-profiles'))
  const recognition = () => ({ profiles: shelf.profiles, models: [] })
  const reader = createReader({ ...world, port, source: 'simulated', recognition: recognition() })
  shelf.onChange(() => reader.recognise(recognition()))
  let sent = 0
  port.plugIn(
    lockAt('a', '', entry, {
      ...firmware,
      onReport: (report, reply) => {
        sent += 1
        firmware.onReport(report, reply)
      },
    }),
  )
  await reader.scan('new')
  await world.clock.settle()
  sent = 0
  let now = 0
  const handlers = createDeviceHandlers({
    version: '1.2.3',
    bench: reader,
    shelf,
    models: { read: () => ({ models: [] }), update: () => Promise.resolve() } as never,
    openTextFile: () => Promise.reject(new Error('EACCES')),
    arming: createArming(() => now),
  })
  const deviceId = reader.devices().devices[0]?.deviceId ?? ''
  return {
    ...world,
    reader,
    handlers,
    deviceId,
    sent: () => sent,
    pass: (ms: number) => (now += ms),
    tryIt: async (text = exchange) => {
      const asked = Promise.resolve(handlers['devices/try-profile']({ deviceId, text }))
      await world.clock.advance(5000)
      return asked
    },
  }
}

describe('the bench', () => {
  it('sends nothing to an unknown device before it is armed for it', async () => {
    const { tryIt, sent, handlers, deviceId } = await start()
    expect(await tryIt()).toEqual({ ok: true, value: { state: 'not-armed' } })
    expect(sent()).toBe(0)
    expect(await handlers['devices/arm']({ deviceId })).toEqual({ ok: true, value: { forMs: armedMs } })
    expect(await tryIt()).toMatchObject({
      value: { state: 'done', trial: { decoded: { number: '8000000026' } } },
    })
    expect(sent()).toBe(1)
  })

  it('is armed for a minute, until it is left, and for no other device', async () => {
    const { tryIt, sent, handlers, deviceId, pass } = await start()
    expect(await handlers['devices/arm']({ deviceId: '0123456789abcdef' })).toMatchObject({ ok: false })
    await handlers['devices/arm']({ deviceId })
    pass(armedMs)
    expect(await tryIt()).toMatchObject({ value: { state: 'not-armed' } })
    await handlers['devices/arm']({ deviceId })
    await handlers['devices/disarm'](undefined)
    expect(await tryIt()).toMatchObject({ value: { state: 'not-armed' } })
    expect(sent()).toBe(0)
  })

  it('reads what needs no sending without being armed', async () => {
    const { tryIt, sent } = await start()
    expect(await tryIt(bySerial)).toMatchObject({
      value: { state: 'done', trial: { sent: null, decoded: { number: '8000000026' } } },
    })
    expect(sent()).toBe(0)
  })

  it('may send what the app sends to the device anyway, and nothing else', async () => {
    const { tryIt, handlers, clock, deviceId } = await start()
    await handlers['devices/arm']({ deviceId })
    await handlers['devices/save-profile']({ text: exchange })
    await handlers['devices/disarm'](undefined)
    await clock.advance(1000)
    expect(await tryIt()).toMatchObject({ value: { state: 'done' } })
    expect(await tryIt(exchange.replace('"5052"', '"5053"'))).toMatchObject({ value: { state: 'not-armed' } })
  })

  it('takes a profile that holds at once: the unknown device is read', async () => {
    const { handlers, reader, clock, deviceId } = await start()
    expect(reader.list()[0]?.reading).toMatchObject({ reason: 'unknown-model' })
    await handlers['devices/arm']({ deviceId })
    expect(await handlers['devices/save-profile']({ text: exchange })).toEqual({
      ok: true,
      value: { state: 'saved', id: 'practice' },
    })
    await clock.advance(1000)
    expect(reader.list()[0]?.reading).toEqual({ state: 'read', shellNumber: '8000000026' })
    expect(await handlers['devices/delete-profile']({ id: 'practice' })).toEqual({ ok: true, value: null })
    await clock.advance(1000)
    expect(reader.list()[0]?.reading).toMatchObject({ reason: 'unknown-model' })
  })

  it('saves nothing unarmed that would send to an attached device at once', async () => {
    const { handlers, deviceId, reader, clock, sent } = await start()
    const save = (text: string) => handlers['devices/save-profile']({ text })
    expect(await save(exchange)).toEqual({ ok: true, value: { state: 'not-armed', deviceId } })
    await clock.advance(1000)
    expect([sent(), reader.list()[0]?.reading.state]).toEqual([0, 'failed'])
    expect(await save(bySerial)).toMatchObject({ value: { state: 'saved' } })
    const elsewhere = exchange.replace('"0x0001"', '"0x0002"')
    expect(await save(elsewhere)).toMatchObject({ value: { state: 'saved' } })
  })

  it('ends a trial when asked to', async () => {
    const { handlers, deviceId, clock } = await start({ onReport: () => undefined })
    await handlers['devices/arm']({ deviceId })
    const asked = handlers['devices/try-profile']({ deviceId, text: exchange })
    await clock.advance(100)
    await handlers['devices/end-trial'](undefined)
    expect(await asked).toMatchObject({ value: { state: 'not-tried', reason: 'cancelled' } })
  })

  it('says what is wrong with a text, and with a file that cannot be opened', async () => {
    const { handlers, deviceId } = await start()
    expect(await handlers['devices/check-profile']({ text: '{}' })).toMatchObject({ value: { ok: false } })
    const refused = { ok: false, error: { code: 'invalid-input' } }
    expect(await handlers['devices/try-profile']({ deviceId, text: '{}' })).toMatchObject(refused)
    expect(await handlers['devices/save-profile']({ text: '{}' })).toMatchObject(refused)
    expect(await handlers['devices/open-profile'](undefined)).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('the report for support', () => {
  it('tells of devices, what reads them and what does not', async () => {
    const { handlers, clock } = await start()
    await handlers['devices/save-profile']({
      text: JSON.stringify(profileFile({ id: 'elsewhere', match: { vendorId: 0x0529, productId: 2 } })),
    })
    await clock.settle()
    const outcome = await handlers['devices/report'](undefined)
    const text = outcome.ok ? outcome.value : ''
    expect(text).toMatch(/^Lock Desk 1\.2\.3, /)
    expect(text).toContain('1. 0529:0001 Test / Dongle')
    expect(text).toContain('serial number TR-8000000026')
    expect(text).toContain('interface 0: usages ff00/0001')
    expect(text).toContain('not read: unknown-model')
    expect(text).toContain('not by elsewhere: product-id wanted 0x0002, found 0x0001')
    expect(text).toContain('elsewhere (user): 0529:0002 by exchange')
  })
})
