import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { throttle } from '../../../src-renderer/ui/throttle'

describe('throttle', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('runs at once, and combines the following requests', async () => {
    const work = vi.fn(() => Promise.resolve())
    const { schedule: ask } = throttle(work, 100)
    ask()
    expect(work).toHaveBeenCalledTimes(1)
    for (let times = 0; times < 10_000; times += 1) ask()
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(work).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(work).toHaveBeenCalledTimes(2)
    ask()
    expect(work).toHaveBeenCalledTimes(3)
  })

  it('does not run in parallel, however long it takes, and continues after a failure', async () => {
    const ends: (() => void)[] = []
    const work = vi.fn(() => new Promise<void>((_, fail) => ends.push(() => fail(new Error('gone')))))
    const { schedule: ask } = throttle(work, 100)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(500)
    expect(work).toHaveBeenCalledTimes(1)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('limits its share of the time', async () => {
    const work = vi.fn(() => new Promise<void>((done) => setTimeout(done, 1_000)))
    const { schedule: ask } = throttle(work, 100, 9)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('runs again after its pause, also where the clock is set back meanwhile', async () => {
    const work = vi.fn(() => new Promise<void>((done) => setTimeout(done, 10)))
    const { schedule: ask } = throttle(work, 100)
    ask()
    ask()
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(100)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('does not run after it was stopped', async () => {
    const work = vi.fn(() => Promise.resolve())
    const { schedule: ask, stop } = throttle(work, 100)
    ask()
    ask()
    stop()
    ask()
    await vi.advanceTimersByTimeAsync(500)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
