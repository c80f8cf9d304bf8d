import { DeadlineError } from './clock'
import type { Clock } from './clock'
import type { HidPort } from './hid-port'
import type { StopWatching } from './hot-plug'
import type { RoomLog } from './log'
import type { Reader } from './reader'
import type { ScanDepth } from './scan-turns'

export interface WatchEdges {
  readonly reader: Pick<Reader, 'scan'>
  readonly port: Pick<HidPort, 'fingerprint'>
  readonly clock: Clock
  readonly log: RoomLog
  /** Starts listening to USB events; null while there are none to be had. */
  readonly watchEvents: (onEvent: () => void) => Promise<StopWatching | null>
  /** The devices could not be listed several times in a row: the native side is stuck. */
  readonly onStuck: () => void
}

/** A plug-in is a burst of events, and the HID interfaces come up a moment after the USB device. */
const debounceMs = 500
const pollMs = 5000
/**
 * The cheap look beside the events: they do not come in a container, or on a system without udev, although one can
 * listen to them.
 */
const lookMs = 250
const failuresUntilStuck = 3

/** When the reader looks: at once, after USB events or a change of the cheap sign, and every five seconds anyway. */
export const watchLocks = ({ reader, port, clock, log, watchEvents, onStuck }: WatchEdges): StopWatching => {
  const stopped = new AbortController()
  const { signal } = stopped
  let stopEvents: StopWatching | null = null
  let settled: AbortController | null = null
  let failures = 0
  let lastSign: string | null = null

  const scan = async (depth: ScanDepth) => {
    try {
      await reader.scan(depth)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      // Once, not every five seconds for as long as a library is missing.
      if (failures === 1) log.warn(`the HID devices cannot be listed: ${String(error)}`)
      if (failures === failuresUntilStuck && error instanceof DeadlineError) onStuck()
    }
  }

  const lookSoon = () => {
    const mine = new AbortController()
    settled?.abort()
    settled = mine
    clock.wait(debounceMs, mine.signal).then(
      () => {
        settled = null
        void scan('verify')
      },
      () => undefined,
    )
  }

  const listen = async () => {
    if (stopEvents !== null) return
    const stop = await watchEvents(lookSoon)
    if (signal.aborted) stop?.()
    else stopEvents = stop
  }

  const signChanged = async (): Promise<boolean> => {
    const sign = await port.fingerprint()
    const changed = sign !== lastSign
    lastSign = sign
    return changed
  }

  const run = async () => {
    await listen()
    await signChanged()
    await scan('blocked')
    for (let sincePoll = 0; ;) {
      await clock.wait(lookMs, signal)
      sincePoll += lookMs
      // An event that came first has told the same already, and is not put off by it.
      if ((await signChanged()) && settled === null) lookSoon()
      if (sincePoll < pollMs) continue
      sincePoll = 0
      await scan('blocked')
      // USB support may be loaded late (a module, the hub of a docking station).
      await listen()
    }
  }
  run().catch((error: unknown) => {
    if (signal.aborted) return
    log.error(`the watch over the HID devices ended: ${String(error)}`)
    onStuck()
  })

  return () => {
    stopped.abort(new Error('stopped'))
    settled?.abort()
    stopEvents?.()
  }
}
