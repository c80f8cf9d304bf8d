import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCountdown } from '../../../../../src-renderer/features/lock-desk/continuous/countdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (isPaused = () => false) => {
  const shownSeconds: (number | null)[] = []
  const onEnd = vi.fn()
  const countdown = startCountdown({ onSeconds: (seconds) => shownSeconds.push(seconds), onEnd, isPaused })
  return { shownSeconds, onEnd, countdown }
}

describe('the countdown', () => {
  it('shows its last ten seconds, each once, and ends after 60 s', () => {
    const { shownSeconds, onEnd } = begin()
    vi.advanceTimersByTime(49_000)
    expect(shownSeconds).toEqual([])
    vi.advanceTimersByTime(10_900)
    expect(shownSeconds).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(500)
    expect(onEnd).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(120_000)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('restarts with each lock', () => {
    const { shownSeconds, onEnd, countdown } = begin()
    vi.advanceTimersByTime(55_000)
    countdown.restart()
    expect(shownSeconds.at(-1)).toBeNull()
    vi.advanceTimersByTime(55_000)
    expect(onEnd).not.toHaveBeenCalled()
  })

  it('counts time asleep, and not a clock that is set back', () => {
    const asleep = begin()
    vi.setSystemTime(Date.now() + 3_600_000)
    vi.advanceTimersByTime(250)
    expect(asleep.onEnd).toHaveBeenCalledOnce()
    const setBack = begin()
    vi.setSystemTime(Date.now() - 7_200_000)
    vi.advanceTimersByTime(59_000)
    expect(setBack.onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_500)
    expect(setBack.onEnd).toHaveBeenCalledOnce()
  })

  it('ends instead of a restart where the time was over', () => {
    const { onEnd, countdown } = begin()
    vi.setSystemTime(Date.now() + 61_000)
    countdown.restart()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('pauses while a lock is being changed', () => {
    let held = true
    const { onEnd } = begin(() => held)
    vi.advanceTimersByTime(300_000)
    held = false
    vi.advanceTimersByTime(59_000)
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(onEnd).toHaveBeenCalledOnce()
  })
})
