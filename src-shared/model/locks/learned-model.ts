import type { NoTrialReason } from './attached-device'
import type { LocalName } from './plugged-lock'
import type { ShellNumber } from './shell-number'

/** A request of a known profile, as it is shown before it is sent. */
export interface KnownRequest {
  /** The name of its profile. */
  readonly profile: LocalName
  readonly isFeature: boolean
  readonly reportId: number
  /** Bytes of the report without its report ID; zeros fill it. */
  readonly length: number
  /** In hexadecimal; `??` is a random byte. */
  readonly bytes: string
}

/** A lock of known number that was looked at. */
export interface LookedAtLock {
  readonly number: ShellNumber
  /** The device while it stays plugged in. */
  readonly deviceId: string | null
  /** Null if no requests were sent to it. */
  readonly responses: number | null
  readonly texts: number
  readonly featureReports: number
  readonly inputReports: number
  /** Reports that were too long or did not come. */
  readonly skipped: number
  readonly hasDescriptor: boolean
}

/** What the found reading reads on a plugged-in lock of the model. */
export interface LearnTrial {
  readonly deviceId: string
  readonly number: ShellNumber | null
}

export type LearnResult =
  /** `other-region`: a lock whose number begins with the other digit would decide. */
  | { readonly state: 'ambiguous'; readonly needs: 'another-lock' | 'other-region' }
  | { readonly state: 'none' }
  | {
      readonly state: 'learned'
      readonly profileId: string
      readonly description: LocalName
      readonly trials: readonly LearnTrial[]
    }

/** The locks looked at so far, all of one model, and what they show together. */
export interface LearnState {
  readonly model: { readonly vendorId: number; readonly productId: number } | null
  readonly locks: readonly LookedAtLock[]
  /** Null with fewer than two locks. */
  readonly result: LearnResult | null
  /** Two locks find a reading; the third one confirms it. */
  readonly canSave: boolean
  /** What may be sent to a lock after a person agreed; empty while texts and reports may be enough. */
  readonly requests: readonly KnownRequest[]
  /** Whether requests were sent: from then on only locks with responses count. */
  readonly isAsking: boolean
}

export type AddOutcome =
  | { readonly state: 'added'; readonly learning: LearnState }
  /**
   * The lock is of another model, its number was given before, it has another number already, another plugged-in lock
   * has the number, or the person did not agree to its requests.
   */
  | { readonly state: 'other-model' | 'same-number' | 'same-lock' | 'other-lock' | 'not-confirmed' }
  | { readonly state: 'not-read'; readonly reason: NoTrialReason; readonly detail: string }

/** Locks that must be known before a learned profile may be saved. */
export const locksToLearn = 3
