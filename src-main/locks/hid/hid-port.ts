/**
 * One top-level collection of a HID interface, as the operating system lists it; a path may be listed once per
 * usage.
 */
export interface HidEntry {
  readonly path: string
  readonly vendorId: number
  readonly productId: number
  readonly usagePage: number | null
  readonly usage: number | null
  /** USB interface number; null if unknown. */
  readonly interface: number | null
  readonly product: string | null
  readonly manufacturer: string | null
  readonly serialNumber: string | null
  /** Unique per plug-in, on systems that provide it (Linux, macOS). */
  readonly instance: string | null
  /** The same for all interfaces of one physical device, on systems that provide it (Linux). */
  readonly physical: string | null
  /** Classes of all USB interfaces of the device, including non-HID ones; absent if unknown. */
  readonly interfaceClasses?: readonly number[]
}

export type HidFailureKind = 'no-permission' | 'busy' | 'gone' | 'failed'

/** Errors of the HID port. `failed` stands for everything without its own code. */
export class HidError extends Error {
  readonly kind: HidFailureKind
  constructor(kind: HidFailureKind, message: string) {
    super(message)
    this.name = 'HidError'
    this.kind = kind
  }
}

/**
 * An open device. Output reports and feature reports start with their report ID, 0 if the device does not
 * number them. Input reports start with it only if the device numbers them (hidapi.h, hid_read).
 */
export interface HidConnection {
  write(report: Uint8Array, signal: AbortSignal): Promise<void>
  /** The next input report in order of arrival; the last 64 unread ones are kept. */
  read(signal: AbortSignal): Promise<Uint8Array>
  /** `length` includes the report ID. */
  getFeature(reportId: number, length: number, signal: AbortSignal): Promise<Uint8Array>
  sendFeature(report: Uint8Array, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Access to HID devices: node-hid or a simulation. Every wait ends when its signal is aborted. */
export interface HidPort {
  list(signal: AbortSignal): Promise<readonly HidEntry[]>
  open(path: string, signal: AbortSignal): Promise<HidConnection>
  /** The device's report descriptor; null if the system does not give it. */
  descriptor(path: string, signal: AbortSignal): Promise<Uint8Array | null>
  /** A cheap fingerprint of the plugged-in devices to detect changes; null if only a listing can tell. */
  fingerprint(): Promise<string | null>
}
