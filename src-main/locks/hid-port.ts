/** One top-level collection of a HID interface, as the operating system lists it; a path may come once per usage. */
export interface HidEntry {
  readonly path: string
  readonly vendorId: number
  readonly productId: number
  readonly usagePage: number | null
  readonly usage: number | null
  /** USB interface number; null where it is not known. */
  readonly interface: number | null
  readonly product: string | null
  readonly manufacturer: string | null
  readonly serialNumber: string | null
  /** Differs for every plugging-in, where the system has such a thing (Linux, macOS). */
  readonly instance: string | null
  /** The same for all interfaces of one physical device, where the system says so (Linux). */
  readonly physical: string | null
}

export type HidFailureKind = 'no-permission' | 'busy' | 'gone' | 'failed'

/** What the HID edge throws. `failed` is everything that has no name of its own. */
export class HidError extends Error {
  readonly kind: HidFailureKind
  constructor(kind: HidFailureKind, message: string) {
    super(message)
    this.name = 'HidError'
    this.kind = kind
  }
}

/**
 * An open device. What is sent, and a feature report that is got, begins with its report id, 0 where the device does
 * not number them. An input report begins with it only where the device does (hidapi.h, hid_read).
 */
export interface HidConnection {
  write(report: Uint8Array, signal: AbortSignal): Promise<void>
  /** The next input report, in the order they came; of those that come while nobody waits the last 64 are kept. */
  read(signal: AbortSignal): Promise<Uint8Array>
  /** `length` counts the report id. */
  getFeature(reportId: number, length: number, signal: AbortSignal): Promise<Uint8Array>
  sendFeature(report: Uint8Array, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** The HID edge: the real one over node-hid, or a simulated one. Every wait ends when its signal is aborted. */
export interface HidPort {
  list(signal: AbortSignal): Promise<readonly HidEntry[]>
  open(path: string, signal: AbortSignal): Promise<HidConnection>
  /** A cheap sign of what is plugged in, to be compared with the last one; null where only a listing can tell. */
  fingerprint(): Promise<string | null>
}
