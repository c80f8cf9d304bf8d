import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startCountdown } from '../../../../../src-renderer/features/lock-desk/armed/countdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const begin = (isHeld = () => false) => {
  const told: (number | null)[] = []
  const onOver = vi.fn()
  const countdown = startCountdown({ onSeconds: (seconds) => told.push(seconds), onOver, isHeld })
  return { told, onOver, countdown }
}

describe('the countdown', () => {
  it('shows its last ten seconds, each once, and is over after 60 s', () => {
    const { told, onOver } = begin()
    vi.advanceTimersByTime(49_000)
    expect(told).toEqual([])
    vi.advanceTimersByTime(10_900)
    expect(told).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(500)
    expect(onOver).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(120_000)
    expect(onOver).toHaveBeenCalledOnce()
  })

  it('counts anew with each lock', () => {
    const { told, onOver, countdown } = begin()
    vi.advanceTimersByTime(55_000)
    countdown.restart()
    expect(told.at(-1)).toBeNull()
    vi.advanceTimersByTime(55_000)
    expect(onOver).not.toHaveBeenCalled()
  })

  it('does not count while a lock is being changed', () => {
    let held = true
    const { onOver } = begin(() => held)
    vi.advanceTimersByTime(300_000)
    held = false
    vi.advanceTimersByTime(59_000)
    expect(onOver).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2_000)
    expect(onOver).toHaveBeenCalledOnce()
  })
})
