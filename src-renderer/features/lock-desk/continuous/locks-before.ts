import { createHeldKeys, heldTickMs } from '#shared/held-keys'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { isShellNumber } from '#shared/model/locks/shell-number'
import { shellNumberOf } from '../../../entities/lock/plugged-store'

/** What a device without a number says about itself. */
const deviceOf = ({ device }: PluggedLock): string => JSON.stringify(device)

/**
 * The locks that were plugged in when continuous mode started, until they were absent for five seconds. A lock gets another
 * plug ID when its hub restarts; its number stays. A lock without a number is known by its plug ID, and comes back as
 * a device of the same model.
 */
export const createLocksBefore = () => {
  /** By number, or by plug ID while the number is not known. */
  const held = createHeldKeys()
  /** The device of each key. */
  const devices = new Map<string, string>()
  /** The key of a lock that is gone, for the plug ID of a device that may be that lock and is not read yet. */
  const returning = new Map<string, string>()
  const shown = new Set<string>()
  let timer: ReturnType<typeof setInterval> | undefined

  const hold = (lock: PluggedLock): void => {
    const key = shellNumberOf(lock) ?? lock.plugId
    held.hold([key])
    devices.set(key, deviceOf(lock))
  }
  const findReturning = (lock: PluggedLock, present: ReadonlySet<string>): string | undefined =>
    returning.get(lock.plugId) ??
    [...devices].find(([key, device]) => device === deviceOf(lock) && held.has(key) && !present.has(key))?.[0]

  const update = (locks: readonly PluggedLock[]): void => {
    const present = new Set(locks.flatMap((lock) => [lock.plugId, shellNumberOf(lock) ?? lock.plugId]))
    for (const lock of locks) {
      const isRead = shellNumberOf(lock) !== null
      const former = returning.get(lock.plugId)
      // A number that was not known before cannot be compared.
      if (isRead && (held.has(lock.plugId) || (former !== undefined && !isShellNumber(former)))) hold(lock)
      if (isRead) returning.delete(lock.plugId)
      if (isRead || held.has(lock.plugId)) continue
      const key = findReturning(lock, present)
      if (key === undefined) continue
      returning.set(lock.plugId, key)
      present.add(key)
    }
    held.update(present)
  }
  const stop = (): void => clearInterval(timer)

  return {
    start: (locks: readonly PluggedLock[]): void => {
      stop()
      held.clear()
      devices.clear()
      returning.clear()
      shown.clear()
      for (const lock of locks) hold(lock)
      update(locks)
      timer = setInterval(() => held.tick(Date.now()), heldTickMs)
    },
    update,
    has: (lock: PluggedLock): boolean => {
      const number = shellNumberOf(lock)
      if (number !== null) return held.has(number)
      const former = returning.get(lock.plugId)
      return held.has(lock.plugId) || (former !== undefined && !isShellNumber(former))
    },
    /** Whether a lock with this number was not asked about before. */
    isFirst: (lock: PluggedLock): boolean => {
      const key = shellNumberOf(lock) ?? ''
      const isFirst = !shown.has(key)
      shown.add(key)
      return isFirst
    },
    stop,
  }
}
