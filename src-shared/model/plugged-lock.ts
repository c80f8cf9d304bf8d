import type { ShellNumber } from './shell-number'

/** What the operating system tells of an attached device; ids are the USB numbers. */
export interface DeviceFacts {
  readonly vendorId: number
  readonly productId: number
  readonly product: string | null
  readonly manufacturer: string | null
  readonly serialNumber: string | null
}

/** Why no shell number could be read; each has one next action on the card. */
export const readFailureReasons = [
  'no-permission',
  'busy',
  'unknown-model',
  'silent',
  'unreadable',
  'gone',
] as const
export type ReadFailureReason = (typeof readFailureReasons)[number]

export type Reading =
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly shellNumber: ShellNumber }
  | {
      readonly state: 'failed'
      readonly reason: ReadFailureReason
      /** English, for support: what exactly went wrong. */
      readonly detail: string
      /**
       * An unknown model whose USB serial number holds exactly one shell number: what it would be read as, once a
       * person has compared it with the shell and enabled the model.
       */
      readonly candidate: ShellNumber | null
    }

export interface LocalName {
  readonly en: string
  readonly zh: string
}

/** A device that is a lock or may be one, from the moment it is plugged in until it is pulled out. */
export interface PluggedLock {
  /** One plugging-in. The same lock plugged in again has another; a lock's identity is its shell number. */
  readonly plugId: string
  readonly source: 'usb' | 'simulated'
  readonly device: DeviceFacts
  /** The lock profile that reads it; null where none knows the device. */
  readonly profile: { readonly id: string; readonly name: LocalName } | null
  readonly reading: Reading
  /** Milliseconds since 1970. */
  readonly pluggedAt: number
}

/** A vendor and product for which a person enabled reading the shell number from the USB serial number. */
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

/** A profile file of the user's that could not be taken, and why (English, for the technician). */
export interface BrokenProfile {
  readonly file: string
  readonly problem: string
}

export const trayGestures = [
  'plug-in',
  'pull-out',
  'make-unreadable',
  'make-busy',
  'make-well',
  'swap',
] as const
export type TrayGesture = (typeof trayGestures)[number]

/** A lock of the training tray; `condition` is how it will behave when it is read. */
export interface SimulatedLock {
  readonly trayId: string
  readonly shellNumber: ShellNumber | null
  /** What it plays: an ordinary lock, or a device that no profile knows. */
  readonly kind: 'lock' | 'unknown-device'
  readonly label: LocalName
  readonly pluggedIn: boolean
  readonly condition: 'well' | 'unreadable' | 'busy'
}
