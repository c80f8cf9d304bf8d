import { describe, expect, it } from 'vitest'
import { checkBytes } from '../../src-main/locks/profiles/check-bytes'
import { lockProfileSchema } from '../../src-main/locks/profiles/profile'
import { readNumber } from '../../src-main/locks/reader/read-number'
import { createSimulatedHidPort } from '../../src-main/locks/simulator/simulated-hid-port'
import type { Firmware } from '../../src-main/locks/simulator/simulated-hid-port'
import { hidEntry, profileFile } from './support/devices'
import { createWorld } from './support/world'

const digits = (text: string) => [...Buffer.from(text, 'latin1')]

/** Reads a device with this firmware or serial number by a profile with these settings. */
const readBy = async (
  profile: Record<string, unknown>,
  device: { firmware?: Firmware; serialNumber?: string } = {},
) => {
  const parsed = lockProfileSchema.parse(profileFile({ check: { kind: 'none' }, ...profile }))
  const world = createWorld()
  const port = createSimulatedHidPort()
  const entry = hidEntry({ path: 'a', serialNumber: device.serialNumber ?? null })
  port.plugIn({ entries: [entry], firmware: device.firmware ?? { onReport: () => undefined } })
  const reading = readNumber({ ...world, port }, entry, parsed, new AbortController().signal)
  await world.clock.advance(10_000)
  const read = await reading
  return read.ok ? read.value : `${read.error.code}: ${read.error.message}`
}

describe('reading by serial number', () => {
  const serial = { read: { by: 'serial' }, extract: { offset: 3, length: 10, as: 'ascii' } }

  it('takes the digits at the profile’s offset', async () => {
    expect(await readBy(serial, { serialNumber: 'LD-8000000017-6000000011' })).toBe('8000000017')
    expect(await readBy(serial, { serialNumber: 'LD-80' })).toMatch(/^unreadable: The response has 5 bytes/)
    expect(await readBy(serial)).toMatch(/^unreadable: The response has 0 bytes/)
  })

  it('does not convert other letters to digits', async () => {
    expect(await readBy(serial, { serialNumber: 'LD-\u0138000000017' })).toMatch(/^unreadable/)
  })
})

describe('reading by feature report', () => {
  const feature = (changes: Record<string, unknown> = {}) => ({
    read: { by: 'feature', reportId: 2, length: 16, timeoutMs: 200, ...changes },
    extract: { offset: 1, length: 10, as: 'ascii' },
  })
  const has = (report: readonly number[]): Firmware => ({
    onReport: () => undefined,
    feature: (reportId) => (reportId === report[0] ? Uint8Array.from(report) : null),
  })

  it('counts offsets after the report ID', async () => {
    expect(await readBy(feature(), { firmware: has([2, 0xaa, ...digits('8000000017')]) })).toBe('8000000017')
  })

  it('reads no more than the profile’s length', async () => {
    expect(
      await readBy(feature({ length: 8 }), { firmware: has([2, 0xaa, ...digits('8000000017')]) }),
    ).toMatch(/^unreadable: The response has 8 bytes/)
  })

  it('reads no number that another place does not confirm, and sends nothing for it', async () => {
    let sent = 0
    const also = [
      { read: { by: 'serial' }, extract: { offset: 0, length: 10, as: 'ascii' } },
      { read: { by: 'feature', reportId: 3, length: 5 }, extract: { offset: 0, length: 5, as: 'bcd' } },
      { extract: { offset: 11, length: 5, as: 'bcd' } },
    ]
    const firmware = (other: number): Firmware => ({
      onReport: () => void (sent += 1),
      feature: (id) =>
        id === 2
          ? Uint8Array.from([2, 0xaa, ...digits('8000000017'), 0x80, 0, 0, 0, 0x17])
          : Uint8Array.from([3, 0x80, 0, 0, 0, other]),
    })
    const read = (other: number, serialNumber: string) =>
      readBy({ ...feature(), also }, { firmware: firmware(other), serialNumber })
    expect(await read(0x17, '8000000017')).toBe('8000000017')
    expect(await read(0x18, '8000000017')).toBe('unreadable: The places of the number differ.')
    expect(await read(0x17, '8000000018')).toBe('unreadable: The places of the number differ.')
    expect(sent).toBe(0)
  })

  it('returns the device’s message when it has no such report', async () => {
    expect(await readBy(feature(), { firmware: has([1, 0xaa]) })).toMatch(
      /^unreadable: The device has no such/,
    )
  })

  it('sends the request first, if any, and checks its tag', async () => {
    let tag: Uint8Array | null = null
    const firmware: Firmware = {
      onReport: (report) => {
        if (report[0] === 2 && report[1] === 0x55) tag = report.slice(13, 15)
      },
      feature: () => (tag === null ? null : Uint8Array.from([2, 0xaa, ...digits('8000000017'), 0, ...tag])),
    }
    const asked = { request: '55', answer: { startsWith: 'aa', echoes: [12, 2] } }
    expect(await readBy(feature(asked), { firmware })).toBe('8000000017')
  })

  it('waits for a slow device, and sends its request once', async () => {
    let looks = 0
    let requests = 0
    const firmware: Firmware = {
      onReport: () => void (requests += 1),
      // The earlier content, until the fourth read.
      feature: () => Uint8Array.from([2, (looks += 1) < 4 ? 0xbb : 0xaa, ...digits('8000000017')]),
    }
    const asked = { request: '55', answer: { startsWith: 'aa' } }
    expect(await readBy(feature(asked), { firmware })).toBe('8000000017')
    expect([looks, requests]).toEqual([4, 1])
  })

  it('gives up on a device that never has the response', async () => {
    const asked = { request: '55', answer: { startsWith: 'aa' } }
    expect(await readBy(feature(asked), { firmware: has([2, 0xbb]) })).toMatch(/^unreadable: 8 reports/)
  })

  it('rejects a report with another start', async () => {
    const firmware = has([2, 0xab, ...digits('8000000017')])
    expect(await readBy(feature({ answer: { startsWith: 'aa' } }), { firmware })).toMatch(
      /^unreadable: 1 reports/,
    )
  })
})

describe('reading by exchange', () => {
  const exchange = {
    read: {
      by: 'exchange',
      reportId: 7,
      length: 20,
      request: '01 02',
      answer: { startsWith: 'a0' },
      timeoutMs: 200,
    },
    extract: { offset: 1, length: 5, as: 'bcd' },
    check: { kind: 'crc16-modbus', over: [0, 6], at: 6 },
  }
  const payload = [0xa0, 0x80, 0x00, 0x00, 0x00, 0x17]
  const withCrc = (data: readonly number[]) => [...data, ...checkBytes('crc16-modbus', Uint8Array.from(data))]
  const checked = withCrc(payload)

  it('sends the request padded with zeros after its report ID', async () => {
    const asked: number[][] = []
    await readBy(exchange, { firmware: { onReport: (report) => void asked.push([...report]) } })
    expect(asked[0]).toEqual([7, 1, 2, ...new Array<number>(18).fill(0)])
  })

  it('ignores reports with another report ID', async () => {
    const firmware: Firmware = {
      onReport: (_, reply) => {
        reply(Uint8Array.from([8, ...withCrc(payload.with(5, 0x99))]))
        reply(Uint8Array.from([7, ...checked]))
      },
    }
    expect(await readBy(exchange, { firmware })).toBe('8000000017')
  })

  it('handles an empty report', async () => {
    const firmware: Firmware = { onReport: (_, reply) => reply(new Uint8Array(0)) }
    expect(await readBy(exchange, { firmware })).toMatch(/^unreadable: 1 reports/)
  })
})
