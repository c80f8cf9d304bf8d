import type { DeviceFacts, LocalName, PluggedLock, Reading } from './plugged-lock'
import type { ReadMethod } from './lock-profile'
import type { ShellNumber } from './shell-number'

/** One interface of a device with its listed usages; `interface` is the USB interface number. */
export interface InterfaceFacts {
  readonly interface: number | null
  readonly usages: readonly { readonly page: number; readonly usage: number }[]
}

/** A difference between a device and a profile's *match*, both formatted for display. */
export interface Mismatch {
  readonly what: 'product-id' | 'usage-page' | 'usage' | 'interface' | 'product'
  readonly expected: string
  /** Null if the device reports nothing. */
  readonly found: string | null
}

/** A profile of the same vendor that does not match the device, with the differences. */
export interface NearMiss {
  readonly profileId: string
  readonly name: LocalName
  /** Empty if it matches but another profile comes first. */
  readonly mismatches: readonly Mismatch[]
}

/** Why a device that no profile matches gets no lock card. */
export const noCardReasons = [
  'keyboard-or-mouse',
  'security-key',
  'card-reader',
  'other-usages',
  'no-usages',
] as const
export type NoCardReason = (typeof noCardReasons)[number]

/** An attached HID device, a lock or not. */
export interface AttachedDevice {
  /** Identifies one plug-in, as far as the system distinguishes them, without revealing the port's path. */
  readonly deviceId: string
  readonly source: PluggedLock['source']
  readonly facts: DeviceFacts
  readonly interfaces: readonly InterfaceFacts[]
  readonly profile: { readonly id: string; readonly name: LocalName } | null
  readonly nearMisses: readonly NearMiss[]
  /** Nothing is ever sent to it: a keyboard, a mouse, a security key or a card reader. */
  readonly isProtected: boolean
  /** Null if it has a card or a profile matches it. */
  readonly noCard: NoCardReason | null
  /** The reading on its card; null without a card. */
  readonly reading: Reading | null
  /** When the device of the card was plugged in, in milliseconds since 1970; null without a card. */
  readonly pluggedAt: number | null
}

export interface AttachedDevices {
  /** `failed`: listing failed; `devices` contains the previous list. */
  readonly state: 'starting' | 'listed' | 'failed'
  /** English, for support. */
  readonly problem: string | null
  readonly devices: readonly AttachedDevice[]
}

export const initialDevices: AttachedDevices = { state: 'starting', problem: null, devices: [] }

export const decodeProblems = [
  'too-short',
  'wrong-check',
  'unexpected-bytes',
  'not-digits',
  'not-a-shell-number',
  'no-number',
  'several-numbers',
] as const
export type DecodeProblem = (typeof decodeProblems)[number]

export const checkKinds = ['none', 'sum8', 'xor8', 'crc16-modbus'] as const

/** A response split into fields. Bytes are hexadecimal, positions count from its first byte, `to` is exclusive. */
export interface Decoded {
  readonly bytes: string
  /** The position of the number in the profile; null if the profile gives none. */
  readonly numberAt: { readonly from: number; readonly to: number } | null
  readonly check: {
    readonly kind: (typeof checkKinds)[number]
    readonly over: { readonly from: number; readonly to: number }
    readonly at: { readonly from: number; readonly to: number }
    /** Null if the response is too short. */
    readonly expected: string | null
    readonly carried: string | null
  } | null
  readonly number: ShellNumber | null
  readonly problem: DecodeProblem | null
}

export const trialFailures = ['no-permission', 'busy', 'gone', 'silent', 'other-answers', 'not-done'] as const
/** `not-done`: failures without a code of their own; see `detail`. */
export type TrialFailure = (typeof trialFailures)[number]

/** One attempt to read a device with a profile, with everything transferred. Bytes are hexadecimal. */
export interface Trial {
  readonly by: ReadMethod
  readonly interface: number | null
  readonly reportId: number
  /** Without the report ID; null if nothing was sent. */
  readonly sent: string | null
  /** The first sixteen reports received, each with its report ID if the device numbers them. */
  readonly received: readonly string[]
  readonly receivedCount: number
  /** The response to the request, split into fields. */
  readonly decoded: Decoded | null
  readonly failure: TrialFailure | null
  /** English, for support. */
  readonly detail: string
  readonly tookMs: number
}

export const noTrialReasons = ['gone', 'cancelled', 'protected-device', 'not-done'] as const
/** Why a test did not start or has no result. `protected-device`: nothing is ever sent to it. */
export type NoTrialReason = (typeof noTrialReasons)[number]
