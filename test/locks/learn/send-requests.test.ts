import { describe, expect, it } from 'vitest'
import { sendRequests } from '../../../src-main/locks/learn/send-requests'
import { physicalDevices } from '../../../src-main/locks/hid/physical-devices'
import type { HidConnection } from '../../../src-main/locks/hid/hid-port'
import { HidError } from '../../../src-main/locks/hid/hid-port'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import { createSimulatedHidPort } from '../../../src-main/locks/simulator/simulated-hid-port'
import { unlessAborted } from '../../../src-main/util/async'
import { hidEntry } from '../support/devices'
import { createWorld } from '../support/world'

const profileOf = (id: string, read: object) =>
  lockProfileSchema.parse({
    id,
    name: { en: id, zh: id },
    match: { vendorId: 9, productId: 9 },
    read: { by: 'exchange', ...read },
    extract: { offset: 0, length: 4, as: 'ascii' },
  })
const first = profileOf('first', { request: '01' })
const second = profileOf('second', { request: '02', answer: { startsWith: 'b2' }, timeoutMs: 10_000 })
const feature = profileOf('feature', { by: 'feature', request: '03', reportId: 5 })

/** A device that answers 02 with b2 and a counter, and whose transfers behave as `transfer` says. */
const send = async (transfer: (what: string) => Promise<void> = () => Promise.resolve(), usage = {}) => {
  const { clock, randomBytes } = createWorld()
  const port = createSimulatedHidPort()
  const sent: string[] = []
  let count = 0
  port.plugIn({
    entries: [hidEntry({ path: 'a', ...usage })],
    firmware: {
      onReport: (report, reply) => {
        sent.push(Buffer.from(report.subarray(0, 2)).toString('hex'))
        if (report[1] === 2) reply(Uint8Array.of(0xb2, (count += 1)))
      },
      feature: (id) => Uint8Array.of(id, 7),
    },
  })
  const { signal } = new AbortController()
  const open = async (...given: Parameters<typeof port.open>): Promise<HidConnection> => {
    const connection = await port.open(...given)
    return {
      ...connection,
      write: async (report, limit) => {
        await connection.write(report, limit)
        await unlessAborted(limit, transfer(`write ${String(report[1])}`))
      },
      getFeature: async (id, length, limit) => {
        await unlessAborted(limit, transfer('get'))
        return connection.getFeature(id, length, limit)
      },
    }
  }
  const [device] = physicalDevices(await port.list(signal))
  if (device === undefined) throw new Error('no device')
  const startedAt = clock.now()
  let tookMs = 0
  const sending = sendRequests(
    { port: { ...port, open }, clock, randomBytes },
    device,
    [first, second, feature],
    signal,
  ).finally(() => (tookMs = clock.now() - startedAt))
  await clock.advance(60_000)
  return { ...(await sending), sent, tookMs }
}

describe('requests that a person agreed to', () => {
  it('are sent one at a time, twice; one that is ignored only once', async () => {
    const { reports, skipped, sent, tookMs } = await send()
    expect(sent).toEqual(['0001', '0002', '0503', '0002', '0503'])
    expect(reports.map(({ kind, profileId, reads }) => [kind, profileId, reads])).toEqual([
      ['response', 'second', ['b201', 'b202']],
      ['response', 'feature', ['07', '07']],
    ])
    expect(skipped).toEqual([{ reportId: 0, why: 'no-response' }])
    expect(tookMs).toBe(1000)
  })

  it('stop at the first transfer that does not end', async () => {
    const hang = (what: string) =>
      what === 'write 2' ? new Promise<void>(() => undefined) : Promise.resolve()
    const { reports, skipped, sent, tookMs } = await send(hang)
    expect(sent).toEqual(['0001', '0002'])
    expect(reports).toEqual([])
    expect(skipped).toContainEqual({ reportId: 0, why: 'no-answer' })
    // Its profile would wait 10 s.
    expect(tookMs).toBe(3000)
  })

  it('stop when the device is gone, and go on after a refused one', async () => {
    const failing = (kind: 'gone' | 'failed') => (what: string) =>
      what === 'write 1' ? Promise.reject(new HidError(kind, kind)) : Promise.resolve()
    expect((await send(failing('gone'))).sent).toEqual(['0001'])
    expect((await send(failing('failed'))).sent).toEqual(['0001', '0002', '0503', '0002', '0503'])
  })

  it('are not sent to protected devices', async () => {
    for (const usage of [
      { usagePage: 1, usage: 6 },
      { usagePage: 1, usage: 2 },
      { usagePage: 0xf1d0, usage: 1 },
      { interfaceClasses: [3, 0x0b] },
    ]) {
      expect(await send(undefined, usage)).toMatchObject({ sent: [], reports: [] })
    }
  })
})
