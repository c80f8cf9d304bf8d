import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDeviceHandlers } from '../../src-main/ipc/device-handlers'
import { sendingAllowedMs, createSendingPermission } from '../../src-main/locks/profile-tester'
import { unknownDeviceFirmware } from '../../src-main/locks/simulator/firmware'
import { openProfileRepository } from '../../src-main/locks/profiles/profile-repository'
import { createReader } from '../../src-main/locks/reader/reader'
import { createSimulatedHidPort } from '../../src-main/locks/simulator/simulated-hid-port'
import type { Firmware } from '../../src-main/locks/simulator/simulated-hid-port'
import type { SendingRequest } from '../../src-main/window/dialogs/sending-confirmation'
import { createProfileSignatures } from '../../src-main/work-orders/profile-signature'
import { createSigningKeys } from '../../src-main/work-orders/signing-key'
import { gateOf } from '../changes/support/engine'
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

const start = async (
  firmware: Firmware = unknownDeviceFirmware(dongle.serialNumber),
  entry: object = dongle,
) => {
  const world = createWorld()
  const port = createSimulatedHidPort()
  const cached = await openProfileRepository(join(folder, 'lock-profiles'))
  const recognition = () => ({ profiles: cached.profiles, models: [] })
  const reader = createReader({ ...world, port, source: 'simulated', recognition: recognition() })
  cached.onChange(() => reader.recognize(recognition()))
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
  const secrets = new Map<string, string>()
  const asks: SendingRequest[] = []
  const does = { confirm: () => Promise.resolve(true) }
  const keys = createSigningKeys({
    has: (name: string) => secrets.has(name),
    read: (name: string) => Promise.resolve(secrets.get(name) ?? null),
    write: (name: string, secret: string) => Promise.resolve(void secrets.set(name, secret)),
    status: () => ({ state: 'keychain' }),
  } as never)
  const signatures = createProfileSignatures({ keys, trusted: { find: () => null } })
  const handlers = createDeviceHandlers(
    {
      desktop: {
        version: '1.2.3',
        openTextFile: () => Promise.reject(new Error('EACCES')),
        confirmSending: (request) => {
          asks.push(request)
          return does.confirm()
        },
      },
      files: { models: { read: () => ({ models: [] }), update: () => Promise.resolve() } as never },
      profiles: cached,
      profileSignatures: signatures,
    },
    { profileTester: reader },
    createSendingPermission(() => now),
  )
  const deviceId = reader.devices().devices[0]?.deviceId ?? ''
  return {
    ...world,
    reader,
    handlers,
    deviceId,
    asks,
    does,
    sent: () => sent,
    pass: (ms: number) => (now += ms),
    tryIt: async (text = exchange) => {
      const request = Promise.resolve(handlers['devices/try-profile']({ deviceId, text }))
      await world.clock.advance(5000)
      return request
    },
  }
}

describe('profile tester', () => {
  it('sends nothing to an unknown device before sending is allowed', async () => {
    const { tryIt, sent, handlers, deviceId } = await start()
    expect(await tryIt()).toEqual({ ok: true, value: { state: 'not-armed' } })
    expect(sent()).toBe(0)
    expect(await handlers['devices/allow-sending']({ deviceId })).toEqual({
      ok: true,
      value: { forMs: sendingAllowedMs },
    })
    expect(await tryIt()).toMatchObject({
      value: { state: 'done', trial: { decoded: { number: '8000000026' } } },
    })
    expect(sent()).toBe(1)
  })

  it('allows sending for a minute, until it is left, and to no other device', async () => {
    const { tryIt, sent, handlers, deviceId, pass } = await start()
    expect(await handlers['devices/allow-sending']({ deviceId: '0123456789abcdef' })).toMatchObject({
      ok: false,
    })
    await handlers['devices/allow-sending']({ deviceId })
    pass(sendingAllowedMs)
    expect(await tryIt()).toMatchObject({ value: { state: 'not-armed' } })
    await handlers['devices/allow-sending']({ deviceId })
    await handlers['devices/stop-sending'](undefined)
    expect(await tryIt()).toMatchObject({ value: { state: 'not-armed' } })
    expect(sent()).toBe(0)
  })

  it('allows sending after a confirmation in a system dialog that names the device', async () => {
    const { tryIt, sent, handlers, deviceId, asks, does } = await start()
    does.confirm = () => Promise.resolve(false)
    expect(await handlers['devices/allow-sending']({ deviceId })).toMatchObject({
      error: { code: 'not-confirmed' },
    })
    expect(asks).toMatchObject([{ kind: 'device', facts: dongle, minutes: 1 }])
    does.confirm = () => Promise.reject(new Error('no window'))
    expect(await handlers['devices/allow-sending']({ deviceId })).toMatchObject({
      error: { code: 'not-confirmed' },
    })
    const person = gateOf<boolean>()
    does.confirm = () => person.passed
    const sendingPermission = handlers['devices/allow-sending']({ deviceId })
    await handlers['devices/stop-sending'](undefined)
    person.open(true)
    expect(await sendingPermission).toMatchObject({ error: { code: 'not-confirmed' } })
    expect(await tryIt()).toMatchObject({ value: { state: 'not-armed' } })
    expect(sent()).toBe(0)
  })

  it('never allows sending to a protected device, without asking', async () => {
    const key = { ...dongle, usagePage: 0xf1d0 }
    const { tryIt, sent, handlers, deviceId, asks } = await start(
      unknownDeviceFirmware(dongle.serialNumber),
      key,
    )
    expect(await handlers['devices/allow-sending']({ deviceId })).toMatchObject({
      error: { code: 'invalid-input' },
    })
    expect(await tryIt()).toMatchObject({ value: { state: 'not-tried', reason: 'protected-device' } })
    expect([sent(), asks]).toEqual([0, []])
  })

  it('asks before saving a profile that would send to devices plugged in later', async () => {
    const { handlers, asks, does } = await start()
    const elsewhere = exchange.replace('"0x0001"', '"0x0002"')
    does.confirm = () => Promise.resolve(false)
    const save = () => handlers['devices/save-profile']({ text: elsewhere })
    expect(await save()).toMatchObject({ error: { code: 'not-confirmed' } })
    expect(asks).toEqual([{ kind: 'profile', profileId: 'practice', vendorId: 0x0529, productId: 2 }])
    does.confirm = () => Promise.resolve(true)
    expect(await save()).toMatchObject({ value: { state: 'saved' } })
    // A profile that sends nothing new is saved without a question.
    expect(await save()).toMatchObject({ value: { state: 'saved' } })
    expect(asks).toHaveLength(2)
  })

  it('reads without sending when sending is not allowed', async () => {
    const { tryIt, sent } = await start()
    expect(await tryIt(bySerial)).toMatchObject({
      value: { state: 'done', trial: { sent: null, decoded: { number: '8000000026' } } },
    })
    expect(sent()).toBe(0)
  })

  it('may send what the app sends to the device anyway, and nothing else', async () => {
    const { tryIt, handlers, clock, deviceId } = await start()
    await handlers['devices/allow-sending']({ deviceId })
    await handlers['devices/save-profile']({ text: exchange })
    await handlers['devices/stop-sending'](undefined)
    await clock.advance(1000)
    expect(await tryIt()).toMatchObject({ value: { state: 'done' } })
    expect(await tryIt(exchange.replace('"5052"', '"5053"'))).toMatchObject({ value: { state: 'not-armed' } })
  })

  it('applies a saved profile at once: the unknown device is read', async () => {
    const { handlers, reader, clock, deviceId } = await start()
    expect(reader.list()[0]?.reading).toMatchObject({ reason: 'unknown-model' })
    await handlers['devices/allow-sending']({ deviceId })
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

  it('saves no profile that would send to an attached device at once, unless sending is allowed', async () => {
    const { handlers, deviceId, reader, clock, sent } = await start()
    const save = (text: string) => handlers['devices/save-profile']({ text })
    expect(await save(exchange)).toEqual({ ok: true, value: { state: 'not-armed', deviceId } })
    await clock.advance(1000)
    expect([sent(), reader.list()[0]?.reading.state]).toEqual([0, 'failed'])
    expect(await save(bySerial)).toMatchObject({ value: { state: 'saved' } })
    const elsewhere = exchange.replace('"0x0001"', '"0x0002"')
    expect(await save(elsewhere)).toMatchObject({ value: { state: 'saved' } })
  })

  it('neither takes nor gives the comparisons of a learned profile', async () => {
    const { handlers } = await start()
    const samples = ['a'.repeat(64), 'b'.repeat(64)]
    const learned = { at: '2026-11-24', samples }
    const compared = { ...learned, agreed: ['c'.repeat(64), 'd'.repeat(64), 'e'.repeat(64)] }
    const profile = JSON.parse(bySerial) as object
    expect(
      await handlers['devices/save-profile']({ text: JSON.stringify({ ...profile, learned: compared }) }),
    ).toMatchObject({ value: { state: 'saved' } })
    const file = join(folder, 'lock-profiles', 'by-serial.json')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ learned })
    expect(await readFile(file, 'utf8')).not.toContain('cccc')

    await writeFile(file, JSON.stringify({ ...profile, learned: compared }))
    const given = await handlers['devices/profile-text']({ id: 'by-serial' })
    expect(given.ok && (JSON.parse(given.value) as object)).toMatchObject({ learned })
    expect(given.ok && given.value).not.toContain('cccc')
  })

  it('ends a test when canceled', async () => {
    const { handlers, deviceId, clock } = await start({ onReport: () => undefined })
    await handlers['devices/allow-sending']({ deviceId })
    const request = handlers['devices/try-profile']({ deviceId, text: exchange })
    await clock.advance(100)
    await handlers['devices/end-trial'](undefined)
    expect(await request).toMatchObject({ value: { state: 'not-tried', reason: 'cancelled' } })
  })

  it('reports the problems of an invalid text, and of a file that cannot be opened', async () => {
    const { handlers, deviceId } = await start()
    expect(await handlers['devices/check-profile']({ text: '{}' })).toMatchObject({ value: { ok: false } })
    const refused = { ok: false, error: { code: 'invalid-input' } }
    expect(await handlers['devices/try-profile']({ deviceId, text: '{}' })).toMatchObject(refused)
    expect(await handlers['devices/save-profile']({ text: '{}' })).toMatchObject(refused)
    expect(await handlers['devices/open-profile'](undefined)).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('support report', () => {
  it('lists devices with the profiles that read them', async () => {
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
    expect(text).toContain('read failed: unknown-model')
    expect(text).toContain('elsewhere does not match: product-id expected 0x0002, found 0x0001')
    expect(text).toContain('elsewhere (user): 0529:0002 by exchange')
  })
})

describe('a profile for another computer', () => {
  type Handlers = Awaited<ReturnType<typeof start>>['handlers']
  const exported = async (handlers: Handlers) => {
    await handlers['devices/save-profile']({ text: bySerial })
    const file = await handlers['devices/export-profile']({ id: 'by-serial' })
    return file.ok ? file.value : { text: '', isSigned: false }
  }

  it('is signed, and says on the other computer that its maker is unknown', async () => {
    const { handlers } = await start()
    const { text, isSigned } = await exported(handlers)
    expect(isSigned).toBe(true)
    expect(await handlers['devices/check-profile']({ text })).toMatchObject({
      value: { ok: true, maker: { state: 'this-computer' } },
    })
    await rm(join(folder, 'lock-profiles'), { recursive: true })
    const other = await start()
    expect(await other.handlers['devices/check-profile']({ text })).toMatchObject({
      value: { ok: true, maker: { state: 'unknown' } },
    })
    await other.handlers['devices/save-profile']({ text })
    const listed = await other.handlers['devices/profiles'](undefined)
    const mine = listed.ok ? listed.value.profiles.find(({ id }) => id === 'by-serial') : undefined
    expect(mine?.maker).toMatchObject({ state: 'unknown' })
    // Exported again it stays the work of the first computer.
    expect(await other.handlers['devices/export-profile']({ id: 'by-serial' })).toEqual({
      ok: true,
      value: { text, isSigned: true },
    })
  })

  it('is refused if it was changed, with the place; an unsigned one is not', async () => {
    const { handlers } = await start()
    const { text } = await exported(handlers)
    const forged = text.replace('By serial', 'By serial 2')
    expect(await handlers['devices/check-profile']({ text: forged })).toMatchObject({
      value: { ok: false, problems: [{ rule: 'signature-invalid', path: 'signature' }] },
    })
    expect(await handlers['devices/save-profile']({ text: forged })).toMatchObject({ ok: false })
    const [file = ''] = await readdir(join(folder, 'lock-profiles'))
    expect(await readFile(join(folder, 'lock-profiles', file), 'utf8')).toBe(bySerial)
    expect(await handlers['devices/check-profile']({ text: bySerial })).toMatchObject({
      value: { ok: true, maker: { state: 'unsigned' } },
    })
  })
})
