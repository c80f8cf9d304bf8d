import { describe, expect, it } from 'vitest'
import { collectSample } from '../../../src-main/locks/learn/collect-sample'
import type { LockProfile } from '../../../src-main/locks/profiles/profile'
import { parseReportDescriptor } from '../../../src-main/locks/learn/report-descriptor'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import { createSimulatedHidPort } from '../../../src-main/locks/simulator/simulated-hid-port'
import type { Firmware } from '../../../src-main/locks/simulator/simulated-hid-port'
import { hidEntry } from '../support/devices'
import { createManualClock } from '../support/manual-clock'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
// Report 5 of 4 bytes, report 6 of 2 bytes, report 7 of 65535 bytes.
const vendor = bytes(
  '0600ff0901a101 8505750895040902b102 8506950 20902b102 850796ffff 0902b102 c0'.replace('950 2', '9502'),
)
const keyboard = bytes('05010906a101c0')
const mouse = bytes('05010902a101c0')

const sampleOf = async (
  firmware: Partial<Firmware>,
  descriptor: Uint8Array,
  usage = {},
  featureMs = 0,
  asking: readonly LockProfile[] = [],
) => {
  const port = createSimulatedHidPort()
  let opened = 0
  const sent: Uint8Array[] = []
  port.plugIn({
    entries: [hidEntry({ path: 'a', serialNumber: 'S1', ...usage })],
    descriptor,
    firmware: {
      refuses: () => {
        opened += 1
        return null
      },
      onReport: (report) => void sent.push(report),
      ...firmware,
    },
  })
  const { signal } = new AbortController()
  const [device] = physicalDevices(await port.list(signal))
  if (device === undefined) throw new Error('no device')
  const clock = createManualClock()
  const open = async (...given: Parameters<typeof port.open>) => {
    const connection = await port.open(...given)
    const getFeature = async (...request: Parameters<typeof connection.getFeature>) => {
      await clock.wait(featureMs, request[2])
      return connection.getFeature(...request)
    }
    return { ...connection, getFeature }
  }
  const collecting = collectSample(
    { port: { ...port, open }, clock, randomBytes: (length) => new Uint8Array(length) },
    device,
    asking,
    signal,
  )
  await clock.advance(60_000)
  const sample = await collecting
  return { sample, opened, sent }
}

describe('looking at a lock', () => {
  it('reads texts, the named feature reports and reports that come by themselves, and sends nothing', async () => {
    let count = 0
    const { sample, sent } = await sampleOf(
      {
        feature: (id) => Uint8Array.of(id, 1, 2, 3, (count += 1)),
        onOpen: (reply) => reply(Uint8Array.of(9, 7, 7)),
      },
      vendor,
    )
    expect(sample?.facts.serialNumber).toBe('S1')
    expect(sample?.reports.map(({ kind, reportId, reads }) => [kind, reportId, reads])).toEqual([
      ['input', 9, ['0707', '0707']],
      ['feature', 5, ['01020301', '01020303']],
      ['feature', 6, ['0102', '0102']],
    ])
    expect(sample?.skipped).toEqual([{ reportId: 7, why: 'too-long' }])
    expect(sent).toEqual([])
  })

  it('ends with what it has when a report never comes', async () => {
    const { sample } = await sampleOf({ feature: () => 'silent' }, vendor)
    expect(sample?.reports).toEqual([])
    expect(sample?.skipped).toContainEqual({ reportId: 5, why: 'no-answer' })
  })

  it('waits for a report as long as the system does', async () => {
    const { sample } = await sampleOf({ feature: (id) => Uint8Array.of(id, 1, 2, 3, 4) }, vendor, {}, 4900)
    expect(sample?.reports.map(({ reportId, reads }) => [reportId, reads.length])).toEqual([
      [5, 2],
      [6, 2],
    ])
  })

  it('does not open keyboards, mice, security keys and card readers, also when only the descriptor names them', async () => {
    expect(await sampleOf({}, keyboard)).toMatchObject({ sample: null, opened: 0 })
    const untouched = { sample: null, opened: 0, sent: [] }
    expect(await sampleOf({}, mouse)).toMatchObject(untouched)
    expect(await sampleOf({}, vendor, { usagePage: 0xf1d0, usage: 1 })).toMatchObject(untouched)
    expect(await sampleOf({}, vendor, { interfaceClasses: [3, 0x0b] })).toMatchObject(untouched)
  })

  it('takes no more than the descriptor names, and keeps reports of other lengths apart from it', async () => {
    let count = 0
    const { sample } = await sampleOf(
      {
        feature: (id) => Uint8Array.from([id, ...Array<number>((count += 1) % 2 === 0 ? 1 : 60_000).fill(7)]),
        onOpen: (reply) => reply(new Uint8Array(65_535)),
      },
      vendor,
    )
    expect(sample?.reports.flatMap(({ reads }) => reads.map(({ length }) => length / 2))).toEqual([
      4, 4, 1, 1,
    ])
    expect(sample?.skipped).toContainEqual({ reportId: 0, why: 'too-long' })
  })

  it('reads any bytes as a descriptor', () => {
    for (const hex of ['', 'fe', 'feff', '85', '97ffffff', 'b4b4b4', 'a4'.repeat(500)]) {
      expect(() => parseReportDescriptor(bytes(hex))).not.toThrow()
    }
  })
})
