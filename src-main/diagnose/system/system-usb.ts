/** Whether this computer has USB at all, as its system tells it. */
export type StackLook =
  | {
      readonly state: 'there'
      readonly controllers: number
      /** Everything plugged in, hubs included. */
      readonly devices: number
      /** Whether there is anything through which HID devices are opened. */
      readonly hasHid: boolean
    }
  | { readonly state: 'missing' }
  | { readonly state: 'not-told'; readonly message: string }

/** A USB device that Windows has no working driver for; `trouble` is the name of its problem code. */
export interface DriverTrouble {
  readonly id: string
  readonly trouble: string
}

/** What stands between the app and a lock on this system. */
export type AccessLook =
  /** Linux: a rule lets the person at the seat open locks, or none does; whoever is root needs none. */
  | { readonly state: 'rule'; readonly file: string }
  | { readonly state: 'no-rule' | 'not-needed' }
  /** Windows: drivers. */
  | { readonly state: 'drivers'; readonly troubles: readonly DriverTrouble[] }
  /** macOS asks the person by itself. */
  | { readonly state: 'by-system' }
  | { readonly state: 'not-told'; readonly message: string }

/** How systems differ where locks are plugged in; one for each, asked without any rights. */
export interface SystemUsb {
  readonly stack: (signal: AbortSignal) => Promise<StackLook>
  readonly access: (signal: AbortSignal) => Promise<AccessLook>
}
