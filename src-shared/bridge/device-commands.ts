import { z } from 'zod'
import type { AttachedDevices, NoTrialReason, Trial } from '../model/locks/attached-device'
import type { BrokenProfile, ExportedProfile, ListedProfile, ProfileCheck } from '../model/locks/lock-profile'
import { command, noInput } from './command'

export type TrialOutcome =
  | { readonly state: 'done'; readonly trial: Trial }
  /** The profile sends data, no active profile sends the same to this device, and sending is not allowed. */
  | { readonly state: 'not-armed' }
  | { readonly state: 'not-tried'; readonly reason: NoTrialReason; readonly detail: string }

export type SaveOutcome =
  | { readonly state: 'saved'; readonly id: string }
  /** Saving would send data to an attached device for the first time: sending must be allowed first. */
  | { readonly state: 'not-armed'; readonly deviceId: string }

const deviceId = z.string().regex(/^[\da-f]{16}$/)

const profileId = z.string().min(1).max(60)

const text = z.string().max(200_000)

/** Commands of the Devices page. */
export const deviceCommands = {
  'devices/list': command(noInput).returns<AttachedDevices>(),
  'devices/profiles': command(noInput).returns<{
    readonly profiles: readonly ListedProfile[]
    readonly broken: readonly BrokenProfile[]
  }>(),
  'devices/profile-text': command(z.strictObject({ id: profileId })).returns<string>(),
  /** The profile for another computer, signed with the key of this one unless it is signed or supplied. */
  'devices/export-profile': command(z.strictObject({ id: profileId })).returns<ExportedProfile>(),
  /** Validates a profile text; returns the profile or every error with its position. */
  'devices/check-profile': command(z.strictObject({ text })).returns<ProfileCheck>(),
  /** Allows tested profiles to send data to this device for `forMs`; only one device at a time. */
  'devices/allow-sending': command(z.strictObject({ deviceId })).returns<{ readonly forMs: number }>(),
  'devices/stop-sending': command(noInput).returns<null>(),
  'devices/try-profile': command(z.strictObject({ deviceId, text })).returns<TrialOutcome>(),
  'devices/end-trial': command(noInput).returns<null>(),
  /** Saves a user profile; it is active at once, including what it sends. */
  'devices/save-profile': command(z.strictObject({ text })).returns<SaveOutcome>(),
  'devices/delete-profile': command(z.strictObject({ id: profileId })).returns<null>(),
  /** Lets the user choose a file in a system dialog and reads it; null if canceled. */
  'devices/open-profile': command(noInput).returns<{ readonly name: string; readonly text: string } | null>(),
  /** A device report for support, without paths that contain a user name. */
  'devices/report': command(noInput).returns<string>(),
}
