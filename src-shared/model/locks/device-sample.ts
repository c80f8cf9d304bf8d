import type { DeviceFacts } from './plugged-lock'

/** A report read several times, in hexadecimal without its report ID. */
export interface SampledReport {
  readonly kind: 'feature' | 'input' | 'response'
  /** Null if unknown, or if the device has only one interface. */
  readonly interface: number | null
  readonly reportId: number
  readonly reads: readonly string[]
  /** Of a response: the profile whose request was sent. */
  readonly profileId?: string
}

export const skippedReasons = ['too-long', 'no-answer', 'not-opened', 'no-response'] as const

/** What a device shows without being sent anything, and its responses to requests that a person agreed to. */
export interface DeviceSample {
  readonly facts: DeviceFacts
  readonly reports: readonly SampledReport[]
  /** Reports that were left out, and interfaces that could not be opened (`reportId` null). */
  readonly skipped: readonly {
    readonly reportId: number | null
    readonly why: (typeof skippedReasons)[number]
  }[]
  /** False if the system does not give the report descriptor: no feature report is read then. */
  readonly hasDescriptor: boolean
}
