import type { AttachedDevices, NoTrialReason, Trial } from '#shared/model/locks/attached-device'
import { fail } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { DeviceSample } from '#shared/model/locks/device-sample'
import type { LockProfile } from './profiles/profile'

export type TrialRead = Outcome<Trial, Failure<NoTrialReason>>
export type SampleRead = Outcome<DeviceSample, Failure<NoTrialReason>>

/** All attached HID devices, and a way to test profiles on them; for the Devices page. */
export interface ProfileTester {
  devices(): AttachedDevices
  onDevices(listener: (devices: AttachedDevices) => void): () => void
  /** Reads a device once by a profile, never while the app reads it. Never throws. */
  tryProfile(deviceId: string, profile: LockProfile, signal: AbortSignal): Promise<TrialRead>
  /**
   * What a device shows without being sent anything, and its responses to the requests of `asking`: none, or those that
   * a person agreed to. Never throws.
   */
  sample(deviceId: string, asking: readonly LockProfile[], signal: AbortSignal): Promise<SampleRead>
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

/** Combines USB devices and simulated locks. */
export const combineProfileTesters = (...testers: readonly ProfileTester[]): ProfileTester => {
  const devices = () => together(testers.map((profileTester) => profileTester.devices()))
  const notAttached = fail({ code: 'gone' as const, message: 'This device is no longer attached.' })
  const holderOf = (deviceId: string) =>
    testers.find((profileTester) => profileTester.devices().devices.some((one) => one.deviceId === deviceId))
  return {
    devices,
    onDevices: (listener) => {
      const unsubscribe = testers.map((profileTester) => profileTester.onDevices(() => listener(devices())))
      return () => {
        for (const end of unsubscribe) end()
      }
    },
    tryProfile: async (deviceId, profile, signal) =>
      holderOf(deviceId)?.tryProfile(deviceId, profile, signal) ?? notAttached,
    sample: async (deviceId, asking, signal) =>
      holderOf(deviceId)?.sample(deviceId, asking, signal) ?? notAttached,
  }
}

/** How long sending to a device stays allowed in the profile tester. */
export const sendingAllowedMs = 60_000

/** Whether tested profiles may send data, and to which device: one at a time, for a minute. */
export interface SendingPermission {
  /** @returns the remaining time in ms */
  allow(deviceId: string): number
  revoke(): void
  isAllowed(deviceId: string): boolean
}

/** `now` is monotonic, in ms, so that setting the computer's clock does not extend the time. */
export const createSendingPermission = (now: () => number = () => performance.now()): SendingPermission => {
  let allowed: { readonly deviceId: string; readonly until: number } | null = null
  return {
    allow: (deviceId) => {
      allowed = { deviceId, until: now() + sendingAllowedMs }
      return sendingAllowedMs
    },
    revoke: () => {
      allowed = null
    },
    isAllowed: (deviceId) => allowed !== null && allowed.deviceId === deviceId && now() < allowed.until,
  }
}
