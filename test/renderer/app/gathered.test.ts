import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gathered } from '../../../src-renderer/app/gathered'

describe('gathered work', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is done at once, and what follows on its heels together', async () => {
    const work = vi.fn(() => Promise.resolve())
    const { ask } = gathered(work, 100)
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

  it('is not begun again before it has ended, however long it takes, and goes on after a failure', async () => {
    const ends: (() => void)[] = []
    const work = vi.fn(() => new Promise<void>((_, fail) => ends.push(() => fail(new Error('gone')))))
    const { ask } = gathered(work, 100)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(500)
    expect(work).toHaveBeenCalledTimes(1)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('takes no more than its share of the time', async () => {
    const work = vi.fn(() => new Promise<void>((done) => setTimeout(done, 1_000)))
    const { ask } = gathered(work, 100, 9)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(9_999)
    expect(work).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is not done after the end', async () => {
    const work = vi.fn(() => Promise.resolve())
    const { ask, stop } = gathered(work, 100)
    ask()
    ask()
    stop()
    ask()
    await vi.advanceTimersByTimeAsync(500)
    expect(work).toHaveBeenCalledTimes(1)
  })
})
