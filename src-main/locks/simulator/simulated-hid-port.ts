import { HidError } from '../hid/hid-port'
import type { HidConnection, HidEntry, HidFailureKind, HidPort } from '../hid/hid-port'
import { createReportQueue } from '../hid/report-queue'
import { unlessAborted } from '../../util/async'
import { createEmitter } from '../../util/emitter'

/** The behavior of a simulated device; it handles reports as real firmware would. */
export interface Firmware {
  /** Why it cannot be opened now; null if it can. */
  refuses?(): HidFailureKind | null
  /**
   * Handles an output report, which starts with its report ID. `reply` may be called now, later, repeatedly or
   * never.
   */
  onReport(report: Uint8Array, reply: (report: Uint8Array) => void): void
  /** Handles a feature report sent to the device; by default like an output report. */
  onFeature?(report: Uint8Array): void
  /** A feature report with its report ID first; null if there is none with this ID; `silent` never answers. */
  feature?(reportId: number): Uint8Array | null | 'silent'
  /** Sends reports without a request while the device is open, until `closed` aborts. */
  onOpen?(reply: (report: Uint8Array) => void, closed: AbortSignal): void
}

export interface SimulatedDevice {
  /** One per usage, as the operating system would list them. */
  readonly entries: readonly HidEntry[]
  readonly firmware: Firmware
  readonly descriptor?: Uint8Array
}

/** A port whose devices are plugged in by program; used by the lock simulator and tests. */
export interface SimulatedHidPort extends HidPort {
  plugIn(device: SimulatedDevice): void
  pullOut(path: string): void
  /** Calls the listener after each plug-in or removal, like a hot-plug event. */
  onHotPlug(listener: () => void): () => void
}

const wasGone = () => new HidError('gone', 'The device is no longer attached.')

export const createSimulatedHidPort = (): SimulatedHidPort => {
  const devices = new Map<string, { device: SimulatedDevice; pulledOut: AbortController }>()
  const listeners = createEmitter<undefined>()

  const changed = () => {
    listeners.emit(undefined)
  }
  const pathOf = ({ entries }: SimulatedDevice) => entries[0]?.path ?? ''

  const connect = ({ firmware }: SimulatedDevice, pulledOut: AbortSignal): HidConnection => {
    const reports = createReportQueue()
    const vanish = () => reports.fail(wasGone())
    pulledOut.addEventListener('abort', vanish)

    const talk = (signal: AbortSignal) => {
      signal.throwIfAborted()
      if (pulledOut.aborted) throw wasGone()
    }
    const reply = (report: Uint8Array) => {
      if (!pulledOut.aborted) reports.push(Uint8Array.from(report))
    }

    const closed = new AbortController()
    firmware.onOpen?.(reply, AbortSignal.any([closed.signal, pulledOut]))
    return {
      write: async (report, signal) => {
        talk(signal)
        await Promise.resolve()
        firmware.onReport(Uint8Array.from(report), reply)
      },
      read: (signal) => reports.take(signal),
      getFeature: async (reportId, length, signal) => {
        talk(signal)
        await Promise.resolve()
        const report = firmware.feature?.(reportId) ?? null
        if (report === 'silent') return unlessAborted(signal, new Promise(() => undefined))
        if (report === null) throw new HidError('failed', 'The device has no such feature report.')
        return report.slice(0, length)
      },
      sendFeature: async (report, signal) => {
        talk(signal)
        await Promise.resolve()
        const sent = Uint8Array.from(report)
        if (firmware.onFeature === undefined) firmware.onReport(sent, reply)
        else firmware.onFeature(sent)
      },
      close: async () => {
        closed.abort()
        pulledOut.removeEventListener('abort', vanish)
        await Promise.resolve()
        vanish()
      },
    }
  }

  return {
    list: (signal) => {
      signal.throwIfAborted()
      return Promise.resolve([...devices.values()].flatMap(({ device }) => device.entries))
    },
    open: async (path, signal) => {
      signal.throwIfAborted()
      await Promise.resolve()
      signal.throwIfAborted()
      const found = devices.get(path)
      if (found === undefined) throw wasGone()
      const refusal = found.device.firmware.refuses?.() ?? null
      if (refusal !== null) throw new HidError(refusal, `The device cannot be opened: ${refusal}.`)
      return connect(found.device, found.pulledOut.signal)
    },
    descriptor: (path) => Promise.resolve(devices.get(path)?.device.descriptor ?? null),
    fingerprint: () => Promise.resolve(null),
    plugIn: (device) => {
      devices.set(pathOf(device), { device, pulledOut: new AbortController() })
      changed()
    },
    pullOut: (path) => {
      devices.get(path)?.pulledOut.abort()
      devices.delete(path)
      changed()
    },
    onHotPlug: listeners.add,
  }
}
