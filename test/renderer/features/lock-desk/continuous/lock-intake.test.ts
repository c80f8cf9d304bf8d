import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { createLockIntake } from '../../../../../src-renderer/features/lock-desk/continuous/lock-intake'
import { plugged, unread } from '../../../support/samples'

const first = '8000000017'
const second = '8000000018'

let intake: ReturnType<typeof createLockIntake>
beforeEach(() => {
  vi.useFakeTimers()
  intake = createLockIntake()
})
afterEach(() => {
  intake.stop()
  vi.useRealTimers()
})
const plugIn = (...locks: readonly PluggedLock[]) => {
  intake.update(locks)
  return locks.map((lock) => intake.take(lock))
}

describe('a batch', () => {
  it('takes a new lock once, and again when it was plugged in again', () => {
    intake.start([])
    const lock = plugged(second, 1)
    expect([plugIn(lock), plugIn(lock)]).toEqual([['new'], [null]])
    expect(plugIn({ ...lock, plugId: 'again' })).toEqual(['new'])
  })

  it('takes a lock that could not be read again, once it is read', () => {
    intake.start([])
    const lock = plugged(second, 1)
    const failed = { ...unread('unknown-model', 1), plugId: lock.plugId }
    expect([plugIn(failed), plugIn(failed), plugIn(lock)]).toEqual([['new'], [null], ['new']])
  })

  it('names a lock that was there before once, when its hub restarts', () => {
    const there = plugged(first, 1)
    intake.start([there])
    expect(plugIn(there)).toEqual([null])
    expect(plugIn({ ...there, plugId: 'restarted' })).toEqual(['present-before'])
    expect(plugIn({ ...there, plugId: 'restarted twice' })).toEqual([null])
  })

  it('forgets the locks of the batch before it', () => {
    intake.start([])
    plugIn(plugged(second, 1))
    intake.start([plugged(first, 1)])
    expect(plugIn(plugged(second, 1))).toEqual(['new'])
  })
})
