import type { AttachedDevices } from '#shared/model/locks/attached-device'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import { createDeferred } from '../../util/async'
import type { Clock } from '../../util/clock'
import { createEmittedLists } from '../emitted-lists'

/** How long cards stay visible while a crashed process restarts. */
const keepCardsMs = 5000

/** What a USB process has said is plugged in, while it runs and a short time longer. */
export const createShownLocks = (clock: Pick<Clock, 'wait'>) => {
  const { locks, devices } = createEmittedLists()
  const listed = createDeferred<undefined>()
  let clearing = new AbortController()

  return {
    /** Resolves when the first list is there, or there is none to wait for. */
    listed: listed.promise,
    list: locks.read,
    onChange: locks.onChange,
    devices: devices.read,
    onDevices: devices.onChange,
    updateLocks: (next: readonly PluggedLock[]): void => {
      clearing.abort()
      locks.update(next)
      listed.resolve(undefined)
    },
    updateDevices: (next: AttachedDevices): void => devices.update(next),
    /** Without a process, nothing is known about plugged-in locks; a short gap keeps the cards to avoid flicker. */
    clearLater: (): void => {
      clearing.abort()
      clearing = new AbortController()
      clock.wait(keepCardsMs, clearing.signal).then(
        () => {
          locks.update([])
          listed.resolve(undefined)
          devices.update({ state: 'failed', problem: 'The USB process does not start.', devices: [] })
        },
        () => undefined,
      )
    },
    stop: (): void => {
      listed.resolve(undefined)
      clearing.abort()
      locks.stop()
      devices.stop()
    },
  }
}
