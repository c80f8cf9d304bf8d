import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { createLocksBefore } from './locks-before'

/**
 * What a batch does with the locks that are plugged in: each new lock is taken once, and those that were plugged in
 * before the start never, nor when their hub restarts.
 */
export const createLockIntake = () => {
  /** Plug IDs that were taken or plugged in before the start. */
  const seen = new Set<string>()
  /** A lock that could not be read is taken again when it was read. */
  const seenFailures = new Set<string>()
  const before = createLocksBefore()

  return {
    start: (locks: readonly PluggedLock[]): void => {
      seen.clear()
      seenFailures.clear()
      for (const { plugId } of locks) seen.add(plugId)
      before.start(locks)
    },
    update: before.update,
    stop: before.stop,
    /** Null for a lock that was taken already. */
    take: (lock: PluggedLock): 'new' | 'present-before' | null => {
      const { plugId, reading } = lock
      if (seen.has(plugId) || (reading.state === 'failed' && seenFailures.has(plugId))) return null
      if (before.has(lock)) {
        seen.add(plugId)
        return before.isFirst(lock) ? 'present-before' : null
      }
      if (reading.state === 'read') seen.add(plugId)
      if (reading.state === 'failed') seenFailures.add(plugId)
      return 'new'
    },
  }
}
