import { describe, expect, it } from 'vitest'
import { createConfirmedTime, noConfirmedTime } from '../../src-main/util/confirmed-time'
import type { ConfirmedTimeContent } from '../../src-main/util/confirmed-time'

const hour = 3_600_000
const day = 24 * hour
const today = Date.parse('2026-11-26T12:00:00Z')

/** A computer whose wall clock is `ahead` of the time that passes. */
const computer = () => {
  let content: ConfirmedTimeContent = noConfirmedTime
  let passed = 0
  let ahead = 0
  let bootedAt = 0
  const start = () =>
    createConfirmedTime({
      file: {
        read: () => content,
        update: (change) => {
          content = change(content)
          return Promise.resolve()
        },
      },
      onError: (error) => {
        throw error
      },
      now: () => today + passed + ahead,
      uptimeMs: () => passed - bootedAt,
    })
  return {
    start,
    wait: (ms: number) => (passed += ms),
    setAhead: (ms: number) => (ahead = ms),
    reboot: () => (bootedAt = passed),
  }
}

describe('a confirmed time', () => {
  it('is none at the first start, and the time of a start once another follows a day later', async () => {
    const desk = computer()
    expect((await desk.start()).read()).toBe(0)
    desk.wait(23 * hour)
    expect((await desk.start()).read()).toBe(0)
    desk.wait(hour)
    expect((await desk.start()).read()).toBe(today)
  })

  it('is not moved by a clock that is a year ahead at one start, nor by setting it on between two', async () => {
    const desk = computer()
    await desk.start()
    desk.wait(day)
    desk.setAhead(365 * day)
    expect((await desk.start()).read()).toBe(0)
    desk.setAhead(367 * day)
    expect((await desk.start()).read()).toBe(0)
    desk.setAhead(0)
    desk.wait(day)
    expect((await desk.start()).read()).toBe(today)
  })

  it('is confirmed over a restart of the computer, where its clocks cannot be compared', async () => {
    const desk = computer()
    desk.wait(hour)
    await desk.start()
    desk.wait(2 * day)
    desk.reboot()
    desk.wait(5_000)
    expect((await desk.start()).read()).toBe(today + hour)
  })

  it('is the earlier one of this clock and of a platform, and is kept', async () => {
    const desk = computer()
    const first = await desk.start()
    first.report(today + 30 * day)
    expect(first.read()).toBe(today)
    desk.setAhead(365 * day)
    first.report(today + day)
    expect(first.read()).toBe(today + day)
    expect((await desk.start()).read()).toBe(today + day)
    first.report(today)
    expect(first.read()).toBe(today + day)
  })

  it('is never later than this clock', async () => {
    const desk = computer()
    const first = await desk.start()
    desk.wait(10 * day)
    first.report(today + 10 * day)
    desk.setAhead(-10 * day)
    expect(first.read()).toBe(today)
  })
})
