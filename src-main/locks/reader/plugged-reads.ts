import { fail } from '#shared/outcome'
import { unlessAborted, withSignals } from '../../util/async'
import type { Logger } from '../../util/logger'
import type { DeviceDeps } from '../hid/device-deps'
import type { HidPort } from '../hid/hid-port'
import { isDifferentLock, setReading } from './plugged-device'
import type { PluggedDevice } from './plugged-device'
import { readNumber } from './read-number'
import type { NumberRead } from './read-number'

export const notPluggedIn = fail({ code: 'gone' as const, message: 'This lock is no longer plugged in.' })

/** Reads the numbers of plugged-in locks, one exchange with a device at a time. */
export const createPluggedReads = (
  deps: DeviceDeps & { readonly port: HidPort; readonly log: Logger },
  devices: {
    /** Lists the devices. Rejects if listing fails. */
    readonly scan: () => Promise<void>
    /** Called when a reading was set. */
    readonly onRead: () => void
  },
) => {
  const { clock, log } = deps

  const applyRead = async (plugged: PluggedDevice, read: NumberRead) => {
    // A read failed with `gone`: scan first, because a removed card needs no error.
    if (!read.ok && read.error.code === 'gone') await devices.scan().catch(() => undefined)
    if (plugged.pulledOut.signal.aborted) return
    if (read.ok && isDifferentLock(plugged, read.value)) {
      plugged.plugId = deps.newPlugId()
      plugged.pluggedAt = clock.now()
    }
    if (!read.ok) log.info(`lock ${plugged.plugId}: ${read.error.code}: ${read.error.message}`)
    setReading(plugged, read)
    devices.onRead()
  }

  /** Throws the signal's reason when it aborts; null if no profile matches the device. */
  const exchange = async (plugged: PluggedDevice, signal: AbortSignal): Promise<NumberRead | null> => {
    signal.throwIfAborted()
    if (plugged.recognized.kind !== 'profile') return null
    const { entry, profile } = plugged.recognized
    try {
      return await readNumber(deps, entry, profile, signal, (cleanup) => plugged.exchanges.delayNext(cleanup))
    } catch (error) {
      signal.throwIfAborted()
      log.error(`reading lock ${plugged.plugId} failed: ${String(error)}`)
      return fail({ code: 'unreadable', message: String(error) })
    }
  }

  /** Reads a device again after checking that it is still plugged in. */
  const readAgain = async (plugged: PluggedDevice, caller: AbortSignal): Promise<NumberRead> => {
    try {
      await devices.scan()
    } catch (error) {
      return fail({ code: 'silent', message: `The HID devices cannot be listed: ${String(error)}` })
    }
    return plugged.exchanges.run(async () => {
      const outcome = await withSignals([caller, plugged.pulledOut.signal], (signal) =>
        exchange(plugged, signal),
      )
      if (outcome === null)
        return fail({ code: 'unknown-model', message: 'No lock profile matches this device.' })
      await applyRead(plugged, outcome)
      return outcome
    })
  }

  return {
    /** Nothing waits for it; the reading is set on the device. */
    start: (plugged: PluggedDevice): void => {
      const { signal } = plugged.pulledOut
      void plugged.exchanges
        .run(async () => {
          const outcome = await exchange(plugged, signal)
          if (outcome !== null) await applyRead(plugged, outcome)
        })
        .catch((error: unknown) => {
          if (!signal.aborted) log.error(String(error))
        })
    },
    /** For a person who waits for it. Never rejects. */
    again: async (plugged: PluggedDevice, signal: AbortSignal): Promise<NumberRead> => {
      try {
        return await unlessAborted(signal, readAgain(plugged, signal))
      } catch (error) {
        if (plugged.pulledOut.signal.aborted) return notPluggedIn
        if (signal.aborted)
          return fail({ code: 'silent', message: 'Reading was stopped before the lock responded.' })
        return fail({ code: 'unreadable', message: String(error) })
      }
    },
  }
}
