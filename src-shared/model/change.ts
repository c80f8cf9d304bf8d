import type { PlatformFailure } from '../platform-failure'
import type { ShellNumber } from './shell-number'

export type ChangeAction = 'disable' | 'enable'

/** `intent` and `sent` are a change under way, or one whose process died: the journal then makes it `unknown`. */
export type ChangeState = 'intent' | 'sent' | 'done' | 'failed' | 'not-sent' | 'unknown'

export type ChangeReason =
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  /** `status` of the lock operation result: 2, 3, 4, or one the document does not list. */
  | { readonly kind: 'status'; readonly status: number | null }
  /** The platform's own words for one row of several (60027). */
  | { readonly kind: 'said'; readonly message: string }
  | {
      readonly kind:
        | 'missing-in-answer'
        | 'lock-pulled-out'
        | 'lock-swapped'
        | 'lock-unreadable'
        | 'journal-not-writable'
        | 'not-confirmed'
        | 'interrupted'
        | 'cancelled'
        /** A later change of the same lock was asked for before this one went out. */
        | 'superseded'
        | 'read-back-not-applied'
        | 'read-back-applied'
    }

/** One change asked of the platform, as the journal has it. */
export interface JournalEntry {
  readonly entryId: string
  /** The job it is a row of; a single change is a job of one row. */
  readonly jobId: string
  readonly action: ChangeAction
  readonly shellNumber: ShellNumber | null
  readonly assetNum: string
  readonly enterpriseGlobalId: string | null
  readonly enterpriseName: string | null
  /** Whether the record said “disabled” when this was asked for. */
  readonly lockedBefore: boolean | null
  readonly operatorIdentity: string
  readonly training: boolean
  readonly askedAt: number
  readonly endedAt: number | null
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

export interface ChangeRequest {
  readonly action: ChangeAction
  /** The whole asset number of the record, or the bare digits where there is no record. */
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  readonly operatorIdentity: string
  /** The plugged lock it is for: read once more right before the change is sent. */
  readonly plugId: string | null
}
