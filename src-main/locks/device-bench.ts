import type { AttachedDevices, NoTrialReason, Trial } from '#shared/model/attached-device'
import { fail } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { LockProfile } from './profile'

export type TrialRead = Outcome<Trial, Failure<NoTrialReason>>

/** Everything HID that is attached, and profiles tried on it: what a technician sees beside the desk's locks. */
export interface DeviceBench {
  devices(): AttachedDevices
  onDevices(listener: (devices: AttachedDevices) => void): () => void
  /** Reads a device by a profile once, never at the same time as the desk reads it. It never throws. */
  tryProfile(deviceId: string, profile: LockProfile, signal: AbortSignal): Promise<TrialRead>
}

const together = (lists: readonly AttachedDevices[]): AttachedDevices => {
  const failed = lists.find(({ state }) => state === 'failed')
  const starting = lists.some(({ state }) => state === 'starting')
  return {
    state: failed === undefined ? (starting ? 'starting' : 'listed') : 'failed',
    problem: failed?.problem ?? null,
    devices: lists.flatMap(({ devices }) => devices),
  }
}

/** Real devices beside those of the training tray. */
export const combineDeviceBenches = (...benches: readonly DeviceBench[]): DeviceBench => {
  const devices = () => together(benches.map((bench) => bench.devices()))
  return {
    devices,
    onDevices: (listener) => {
      const unsubscribe = benches.map((bench) => bench.onDevices(() => listener(devices())))
      return () => {
        for (const end of unsubscribe) end()
      }
    },
    tryProfile: async (deviceId, profile, signal) => {
      const holder = benches.find((bench) => bench.devices().devices.some((one) => one.deviceId === deviceId))
      return holder === undefined
        ? fail({ code: 'gone', message: 'This device is not attached any more.' })
        : holder.tryProfile(deviceId, profile, signal)
    },
  }
}
