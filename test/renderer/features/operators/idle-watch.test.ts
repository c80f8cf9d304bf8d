import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchIdle } from '../../../../src-renderer/features/operators/idle-watch'

const minute = 60_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (minutes: number) => {
  const onIdle = vi.fn()
  return { onIdle, idle: watchIdle({ limitMs: () => minutes * minute, onIdle }) }
}

describe('the idle watch', () => {
  it('tells once after the time without a hand', () => {
    const { onIdle } = begin(5)
    vi.advanceTimersByTime(5 * minute - 1000)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(20 * minute)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  it('counts from the last hand, and again after it has told', () => {
    const { onIdle, idle } = begin(5)
    vi.advanceTimersByTime(4 * minute)
    idle.hand()
    vi.advanceTimersByTime(4 * minute)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * minute)
    idle.hand()
    vi.advanceTimersByTime(6 * minute)
    expect(onIdle).toHaveBeenCalledTimes(2)
  })

  it('never tells at 0, nor once it is stopped', () => {
    const never = begin(0)
    const stopped = begin(5)
    stopped.idle.stop()
    vi.advanceTimersByTime(600 * minute)
    expect(never.onIdle).not.toHaveBeenCalled()
    expect(stopped.onIdle).not.toHaveBeenCalled()
  })

  it('is not hurried by a clock that is set back and forth', () => {
    const { onIdle } = begin(5)
    vi.setSystemTime(Date.now() - 60 * minute)
    vi.advanceTimersByTime(4 * minute)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * minute)
    expect(onIdle).toHaveBeenCalledOnce()
  })
})
