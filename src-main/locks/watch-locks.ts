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
const lookMs = 1000
/** Where no events come (a container, a system without udev), the cheap look stands in for them. */
const lookWithoutEventsMs = 250
const failuresUntilStuck = 3

/** When the reader looks: at once, after USB events or a change of the cheap sign, and every five seconds anyway. */
export const watchLocks = ({ reader, port, clock, log, watchEvents, onStuck }: WatchEdges): StopWatching => {
  const stopped = new AbortController()
  const { signal } = stopped
  let stopEvents: StopWatching | null = null
  let settled = new AbortController()
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

  const onEvent = () => {
    settled.abort()
    settled = new AbortController()
    clock.wait(debounceMs, settled.signal).then(
      () => scan('verify'),
      () => undefined,
    )
  }

  const listen = async () => {
    if (stopEvents !== null) return
    const stop = await watchEvents(onEvent)
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
      const pause = stopEvents === null ? lookWithoutEventsMs : lookMs
      await clock.wait(pause, signal)
      sincePoll += pause
      if (await signChanged()) onEvent()
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
    settled.abort()
    stopEvents?.()
  }
}
