import { DeadlineError } from '../../util/async'
import type { Clock } from '../../util/clock'
import type { HidPort } from '../hid/hid-port'
import type { StopWatching } from '../hid/hot-plug'
import type { Logger } from '../../util/logger'
import type { Reader } from './reader'
import type { ScanDepth } from './scan-sequencer'

export interface WatchDeps {
  readonly reader: Pick<Reader, 'scan'>
  readonly port: Pick<HidPort, 'fingerprint'>
  readonly clock: Clock
  readonly log: Logger
  /** Starts listening to USB events; null while they are unavailable. */
  readonly watchEvents: (onEvent: () => void) => Promise<StopWatching | null>
  /** Called when listing has failed several times in a row: the native library is stuck. */
  readonly onStuck: () => void
}

/** A plug-in causes several events, and HID interfaces appear shortly after the USB device. */
const debounceMs = 500
const pollMs = 5000
/**
 * The interval of the fingerprint check: in containers or without udev, events can be subscribed to but never
 * arrive.
 */
const fingerprintIntervalMs = 250
const failuresUntilStuck = 3

/** Triggers scans: at the start, after USB events or a changed fingerprint, and every five seconds. */
export const watchLocks = ({ reader, port, clock, log, watchEvents, onStuck }: WatchDeps): StopWatching => {
  const stopped = new AbortController()
  const { signal } = stopped
  let stopEvents: StopWatching | null = null
  let scheduledScan: AbortController | null = null
  let failures = 0
  let lastFingerprint: string | null = null

  const scan = async (depth: ScanDepth) => {
    try {
      await reader.scan(depth)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      // Logged once, not every five seconds.
      if (failures === 1) log.warn(`the HID devices cannot be listed: ${String(error)}`)
      if (failures === failuresUntilStuck && error instanceof DeadlineError) onStuck()
    }
  }

  const scheduleScan = () => {
    const scheduled = new AbortController()
    scheduledScan?.abort()
    scheduledScan = scheduled
    clock.wait(debounceMs, scheduled.signal).then(
      () => {
        scheduledScan = null
        void scan('verify')
      },
      () => undefined,
    )
  }

  const listen = async () => {
    if (stopEvents !== null) return
    const stop = await watchEvents(scheduleScan)
    if (signal.aborted) stop?.()
    else stopEvents = stop
  }

  const hasFingerprintChanged = async (): Promise<boolean> => {
    const fingerprint = await port.fingerprint()
    const changed = fingerprint !== lastFingerprint
    lastFingerprint = fingerprint
    return changed
  }

  const run = async () => {
    await listen()
    await hasFingerprintChanged()
    await scan('blocked')
    for (let sincePoll = 0; ;) {
      await clock.wait(fingerprintIntervalMs, signal)
      sincePoll += fingerprintIntervalMs
      // Not if an event has already scheduled a scan, so that it is not postponed.
      if ((await hasFingerprintChanged()) && scheduledScan === null) scheduleScan()
      if (sincePoll < pollMs) continue
      sincePoll = 0
      await scan('blocked')
      // USB support may appear later (a kernel module, a docking station).
      await listen()
    }
  }
  run().catch((error: unknown) => {
    if (signal.aborted) return
    log.error(`monitoring of HID devices stopped: ${String(error)}`)
    onStuck()
  })

  return () => {
    stopped.abort(new Error('stopped'))
    scheduledScan?.abort()
    stopEvents?.()
  }
}
