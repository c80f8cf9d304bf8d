import { describe, expect, it } from 'vitest'
import { createSettleDelay, settleDelayMs } from '../../../src-main/changes/reconcile/settle-delay'

const start = 1_700_000_000_000

/** The wall clock and the monotonic clock, which a test moves together or apart. */
const startClocks = () => {
  const at = { now: start, tick: 5_000 }
  const clock = createSettleDelay({ now: () => at.now, ticks: () => at.tick })
  const pass = (ms: number) => {
    at.now += ms
    at.tick += ms
  }
  return { at, clock, pass }
}

describe('the settle delay', () => {
  it('is counted from the sending, to the millisecond', () => {
    const { clock, pass } = startClocks()
    expect(clock.leftFor(start)).toBe(settleDelayMs)
    pass(settleDelayMs - 1)
    expect(clock.leftFor(start)).toBe(1)
    pass(1)
    expect(clock.leftFor(start)).toBe(0)
  })

  it('is over for a change that a process sent yesterday', () => {
    const { clock } = startClocks()
    expect(clock.leftFor(start - 86_400_000)).toBeLessThan(0)
  })

  it('is not shortened where the clock is set forward', () => {
    const { at, clock, pass } = startClocks()
    pass(1_000)
    at.now += 3_600_000
    expect(clock.leftFor(start)).toBe(settleDelayMs)
    pass(settleDelayMs - 1)
    expect(clock.leftFor(start)).toBe(1)
    pass(1)
    expect(clock.leftFor(start)).toBe(0)
  })

  it('counts changes sent after the clock was set in full', () => {
    const { at, clock, pass } = startClocks()
    at.now += 3_600_000
    clock.leftFor(start)
    pass(30_000)
    const sentAt = at.now
    pass(10_000)
    expect(clock.leftFor(sentAt)).toBe(settleDelayMs - 10_000)
  })

  it('ends where the clock is set back, or was ahead in an earlier process', () => {
    const { at, clock, pass } = startClocks()
    pass(1_000)
    at.now -= 3_600_000
    expect(clock.leftFor(start)).toBe(settleDelayMs)
    pass(settleDelayMs)
    expect(clock.leftFor(start)).toBe(0)

    const other = startClocks()
    expect(other.clock.leftFor(start + 86_400_000)).toBe(settleDelayMs)
    other.pass(settleDelayMs)
    expect(other.clock.leftFor(start + 86_400_000)).toBe(0)
  })

  it('ends at one time, however much time passes between two readings of a clock', () => {
    const at = { now: start, tick: 5_000 }
    const clock = createSettleDelay({ now: () => at.now++, ticks: () => at.tick++ })
    expect([1, 2, 3].map(() => clock.finalAt(start))).toEqual(Array(3).fill(start + settleDelayMs))
  })

  it('tolerates a slow drift between the clocks', () => {
    const { at, clock, pass } = startClocks()
    for (let minute = 0; minute < 60; minute += 1) {
      pass(60_000)
      at.now += 30
      clock.leftFor(start)
    }
    expect(clock.leftFor(at.now - settleDelayMs)).toBe(0)
  })
})
