import type { AttachedDevices, NoTrialReason, Trial } from './model/attached-device'
import type { ProfileCheck, ProfileEntry } from './model/lock-profile'
import type { BrokenProfile } from './model/plugged-lock'

// The commands of the devices page, for technicians. No schema code in this file: the preload script loads it.

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

export type TrialOutcome =
  | { readonly state: 'done'; readonly trial: Trial }
  /** The profile sends something, no profile in effect does so to this device, and the bench is not armed for it. */
  | { readonly state: 'not-armed' }
  | { readonly state: 'not-tried'; readonly reason: NoTrialReason; readonly detail: string }

export type SaveOutcome =
  | { readonly state: 'saved'; readonly id: string }
  /** It would send something to an attached device that nothing was sent to so far: the bench must be armed for it. */
  | { readonly state: 'not-armed'; readonly deviceId: string }

export interface DeviceCommands {
  'devices/list': Command<undefined, AttachedDevices>
  'devices/profiles': Command<
    undefined,
    { readonly profiles: readonly ProfileEntry[]; readonly broken: readonly BrokenProfile[] }
  >
  'devices/profile-text': Command<{ readonly id: string }, string>
  /** What a text would be as a profile, or each mistake with its place. */
  'devices/check-profile': Command<{ readonly text: string }, ProfileCheck>
  /** Lets profiles under trial send to this one device for so many milliseconds; only one is armed at a time. */
  'devices/arm': Command<{ readonly deviceId: string }, { readonly forMs: number }>
  'devices/disarm': Command<undefined, null>
  'devices/try-profile': Command<{ readonly deviceId: string; readonly text: string }, TrialOutcome>
  'devices/end-trial': Command<undefined, null>
  /** Puts a profile among the user's; it holds at once, so that what it sends is sent at once too. */
  'devices/save-profile': Command<{ readonly text: string }, SaveOutcome>
  'devices/delete-profile': Command<{ readonly id: string }, null>
  /** Asks for a file in the system's dialog and reads it; null where the person thought better of it. */
  'devices/open-profile': Command<undefined, { readonly name: string; readonly text: string } | null>
  /** Everything support asks for, as text, without paths that hold a person's name. */
  'devices/report': Command<undefined, string>
}

/** The names at run time; a command missing here does not compile. */
export const deviceCommandNames: Record<keyof DeviceCommands, true> = {
  'devices/list': true,
  'devices/profiles': true,
  'devices/profile-text': true,
  'devices/check-profile': true,
  'devices/arm': true,
  'devices/disarm': true,
  'devices/try-profile': true,
  'devices/end-trial': true,
  'devices/save-profile': true,
  'devices/delete-profile': true,
  'devices/open-profile': true,
  'devices/report': true,
}
