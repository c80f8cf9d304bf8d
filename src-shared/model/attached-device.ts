import type { DeviceFacts, LocalName, PluggedLock, Reading } from './plugged-lock'
import type { ShellNumber } from './shell-number'

/** One interface of a device, by the usages it was listed under; `interface` is the USB interface number. */
export interface InterfaceFacts {
  readonly interface: number | null
  readonly usages: readonly { readonly page: number; readonly usage: number }[]
}

/** What of a device is not as a profile's *match* wants it; both as a person reads them. */
export interface Mismatch {
  readonly what: 'product-id' | 'usage-page' | 'usage' | 'interface' | 'product'
  readonly wanted: string
  /** Null where the device says nothing. */
  readonly found: string | null
}

/** A profile of the same maker that does not read the device, and why. */
export interface NearMiss {
  readonly profileId: string
  readonly name: LocalName
  /** Empty where it would fit, but another profile is tried before it. */
  readonly mismatches: readonly Mismatch[]
}

/** Why a device that no profile reads gets no card on the desk. */
export const noCardReasons = ['keyboard-or-mouse', 'security-key', 'other-usages', 'no-usages'] as const
export type NoCardReason = (typeof noCardReasons)[number]

/** A HID device that is attached, a lock or not. */
export interface AttachedDevice {
  /** One plugging-in, as far as the system tells them apart. Made of the seat's names, which it does not show. */
  readonly deviceId: string
  readonly source: PluggedLock['source']
  readonly facts: DeviceFacts
  readonly interfaces: readonly InterfaceFacts[]
  readonly profile: { readonly id: string; readonly name: LocalName } | null
  readonly nearMisses: readonly NearMiss[]
  /** Null where it has a card, or a profile reads it. */
  readonly noCard: NoCardReason | null
  /** What its card shows; null where it has none. */
  readonly reading: Reading | null
}

export interface AttachedDevices {
  /** `failed`: the system did not list them; `devices` are then those listed last. */
  readonly state: 'starting' | 'listed' | 'failed'
  /** English, for support. */
  readonly problem: string | null
  readonly devices: readonly AttachedDevice[]
}

export const noDevicesYet: AttachedDevices = { state: 'starting', problem: null, devices: [] }

export const decodeProblems = [
  'too-short',
  'wrong-check',
  'not-digits',
  'not-a-shell-number',
  'no-number',
  'several-numbers',
] as const
export type DecodeProblem = (typeof decodeProblems)[number]

export const checkKinds = ['none', 'sum8', 'xor8', 'crc16-modbus'] as const

/** An answer taken apart. Bytes are hexadecimal, places count from its first byte, `to` is the one behind the last. */
export interface Decoded {
  readonly bytes: string
  /** Where the profile says the number is; null where the profile gives no place. */
  readonly numberAt: { readonly from: number; readonly to: number } | null
  readonly check: {
    readonly kind: (typeof checkKinds)[number]
    readonly over: { readonly from: number; readonly to: number }
    readonly at: { readonly from: number; readonly to: number }
    /** Null where the answer is too short. */
    readonly expected: string | null
    readonly carried: string | null
  } | null
  readonly number: ShellNumber | null
  readonly problem: DecodeProblem | null
}

export const trialFailures = ['no-permission', 'busy', 'gone', 'silent', 'other-answers', 'not-done'] as const
/** `not-done`: all that has no name of its own; `detail` says it. */
export type TrialFailure = (typeof trialFailures)[number]

/** One attempt to read a device by a profile, with all that went over the wire. Bytes are hexadecimal. */
export interface Trial {
  readonly by: 'serial' | 'feature' | 'exchange'
  readonly interface: number | null
  readonly reportId: number
  /** Without the report id; null where nothing was sent. */
  readonly sent: string | null
  /** What came, the report id first where the device numbers its reports; the first sixteen. */
  readonly received: readonly string[]
  readonly receivedCount: number
  /** The report that answers the request, taken apart. */
  readonly decoded: Decoded | null
  readonly failure: TrialFailure | null
  /** English, for support. */
  readonly detail: string
  readonly tookMs: number
}

export const noTrialReasons = ['gone', 'cancelled', 'input-device', 'not-done'] as const
/** Why a trial did not begin, or has no result. `input-device`: nothing is sent to keyboards and mice. */
export type NoTrialReason = (typeof noTrialReasons)[number]
