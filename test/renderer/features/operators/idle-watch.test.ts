import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchIdle } from '../../../../src-renderer/features/operators/idle-watch'

const minute = 60_000
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (minutes: number) => {
  const onIdle = vi.fn()
  return { onIdle, idle: watchIdle({ limitMs: () => minutes * minute, onIdle }) }
}

describe('idle watch', () => {
  it('fires once after the time without input', () => {
    const { onIdle } = begin(5)
    vi.advanceTimersByTime(5 * minute - 1000)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(20 * minute)
    expect(onIdle).toHaveBeenCalledOnce()
  })

  it('restarts with each input, also after it has fired', () => {
    const { onIdle, idle } = begin(5)
    vi.advanceTimersByTime(4 * minute)
    idle.recordActivity()
    vi.advanceTimersByTime(4 * minute)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * minute)
    idle.recordActivity()
    vi.advanceTimersByTime(6 * minute)
    expect(onIdle).toHaveBeenCalledTimes(2)
  })

  it('never fires at 0, nor after it was stopped', () => {
    const never = begin(0)
    const stopped = begin(5)
    stopped.idle.stop()
    vi.advanceTimersByTime(600 * minute)
    expect(never.onIdle).not.toHaveBeenCalled()
    expect(stopped.onIdle).not.toHaveBeenCalled()
  })

  it('is not affected by clock changes', () => {
    const { onIdle } = begin(5)
    vi.setSystemTime(Date.now() - 60 * minute)
    vi.advanceTimersByTime(4 * minute)
    expect(onIdle).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2 * minute)
    expect(onIdle).toHaveBeenCalledOnce()
  })
})
