/** Whether this computer has USB, as its system reports it. */
export type UsbStackStatus =
  | {
      readonly state: 'there'
      readonly controllers: number
      /** All devices, including hubs. */
      readonly devices: number
      /** Whether there is an interface to open HID devices. */
      readonly hasHid: boolean
    }
  | { readonly state: 'missing' }
  | { readonly state: 'not-reported'; readonly message: string }

/** A USB device without a working driver on Windows; `problem` is the name of its problem code. */
export interface DriverProblem {
  readonly id: string
  readonly problem: string
}

/** What may prevent the app from opening a lock on this system. */
export type DeviceAccessStatus =
  /** Linux: whether a udev rule lets the seated user open locks; root needs none. */
  | { readonly state: 'rule'; readonly file: string }
  | { readonly state: 'no-rule' | 'not-needed' }
  /** Windows: drivers. */
  | { readonly state: 'drivers'; readonly problems: readonly DriverProblem[] }
  /** macOS asks the user itself. */
  | { readonly state: 'by-system' }
  | { readonly state: 'not-reported'; readonly message: string }

/** System-specific USB checks, one implementation per system; they need no special permissions. */
export interface SystemUsb {
  readonly stack: (signal: AbortSignal) => Promise<UsbStackStatus>
  readonly access: (signal: AbortSignal) => Promise<DeviceAccessStatus>
}
