import { describe, expect, it } from 'vitest'
import { createSettleClock, settleAfterMs } from '../../src-main/desk/settle-clock'

const start = 1_700_000_000_000

/** The time of day and the process's own clock, which a test moves together or apart. */
const startClocks = () => {
  const at = { now: start, tick: 5_000 }
  const clock = createSettleClock({ now: () => at.now, ticks: () => at.tick })
  const pass = (ms: number) => {
    at.now += ms
    at.tick += ms
  }
  return { at, clock, pass }
}

describe('how long a late commit may still arrive', () => {
  it('is counted from the sending, to the millisecond', () => {
    const { clock, pass } = startClocks()
    expect(clock.leftFor(start)).toBe(settleAfterMs)
    pass(settleAfterMs - 1)
    expect(clock.leftFor(start)).toBe(1)
    pass(1)
    expect(clock.leftFor(start)).toBe(0)
  })

  it('is over at once for what a process sent yesterday', () => {
    const { clock } = startClocks()
    expect(clock.leftFor(start - 86_400_000)).toBeLessThan(0)
  })

  it('is not cut short where somebody puts the clock forward', () => {
    const { at, clock, pass } = startClocks()
    pass(1_000)
    at.now += 3_600_000
    expect(clock.leftFor(start)).toBe(settleAfterMs)
    pass(settleAfterMs - 1)
    expect(clock.leftFor(start)).toBe(1)
    pass(1)
    expect(clock.leftFor(start)).toBe(0)
  })

  it('counts what was sent after the clock was set like any other', () => {
    const { at, clock, pass } = startClocks()
    at.now += 3_600_000
    clock.leftFor(start)
    pass(30_000)
    const sentAt = at.now
    pass(10_000)
    expect(clock.leftFor(sentAt)).toBe(settleAfterMs - 10_000)
  })

  it('does not last for ever where the clock is put back, or was ahead in an earlier process', () => {
    const { at, clock, pass } = startClocks()
    pass(1_000)
    at.now -= 3_600_000
    expect(clock.leftFor(start)).toBe(settleAfterMs)
    pass(settleAfterMs)
    expect(clock.leftFor(start)).toBe(0)

    const other = startClocks()
    expect(other.clock.leftFor(start + 86_400_000)).toBe(settleAfterMs)
    other.pass(settleAfterMs)
    expect(other.clock.leftFor(start + 86_400_000)).toBe(0)
  })

  it('does not mind clocks that part by a hair a minute', () => {
    const { at, clock, pass } = startClocks()
    for (let minute = 0; minute < 60; minute += 1) {
      pass(60_000)
      at.now += 30
      clock.leftFor(start)
    }
    expect(clock.leftFor(at.now - settleAfterMs)).toBe(0)
  })
})
