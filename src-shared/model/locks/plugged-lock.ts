import type { ShellNumber } from './shell-number'

/** What the operating system reports about a device; IDs are the USB numbers. */
export interface DeviceFacts {
  readonly vendorId: number
  readonly productId: number
  readonly product: string | null
  readonly manufacturer: string | null
  readonly serialNumber: string | null
}

/** Why no shell number could be read; the card offers a next step for each. */
export const readFailureReasons = [
  'no-permission',
  'busy',
  'unknown-model',
  'silent',
  'unreadable',
  'not-compared',
  'gone',
] as const
export type ReadFailureReason = (typeof readFailureReasons)[number]

export type Reading =
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly shellNumber: ShellNumber }
  | {
      readonly state: 'failed'
      readonly reason: ReadFailureReason
      /** English, for support: the exact error. */
      readonly detail: string
      /**
       * For an unknown model whose USB serial number contains exactly one shell number: that number, usable
       * once the user has compared it with the shell and enabled the model.
       */
      readonly candidate: ShellNumber | null
    }

export interface LocalName {
  readonly en: string
  readonly zh: string
}

/** A device that is or may be a lock, from plug-in until it is pulled out. */
export interface PluggedLock {
  /**
   * Identifies one plug-in. A lock plugged in again gets a new ID; the lock itself is identified by its shell
   * number.
   */
  readonly plugId: string
  readonly source: 'usb' | 'simulated'
  readonly device: DeviceFacts
  /** The lock profile that reads it; null if none matches. */
  readonly profile: { readonly id: string; readonly name: LocalName } | null
  readonly reading: Reading
  /** Milliseconds since 1970. */
  readonly pluggedAt: number
}

/**
 * How a number typed from a shell compares with the one read. `other-lock`: another plugged-in lock gives the typed
 * number. `differs-once`: it may be typed again. `differs`: the profile is suspended.
 */
export type NumberComparison = 'agrees' | 'other-lock' | 'differs-once' | 'differs'

/** A model for which the user enabled reading the shell number from the USB serial number. */
export interface EnabledModel {
  readonly vendorId: number
  readonly productId: number
  readonly product: string | null
  readonly comparedNumber: ShellNumber
  readonly enabledAt: number
}

export interface ProfileFacts {
  readonly id: string
  readonly name: LocalName
  readonly origin: 'shipped' | 'user'
}

export const simulatorGestures = [
  'plug-in',
  'pull-out',
  'make-unreadable',
  'make-busy',
  'make-well',
  'swap',
] as const
export type SimulatorGesture = (typeof simulatorGestures)[number]

/** A lock of the lock simulator; `condition` decides how it behaves when it is read. */
export interface SimulatedLock {
  readonly trayId: string
  readonly shellNumber: ShellNumber | null
  /** What it simulates: a normal lock, or a device without a profile. */
  readonly kind: 'lock' | 'unknown-device'
  readonly label: LocalName
  readonly pluggedIn: boolean
  readonly condition: 'well' | 'unreadable' | 'busy'
}
