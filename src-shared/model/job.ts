import type { PlatformFailure } from '../platform-failure'
import { isLockAction } from './change'
import type { ChangeAction, ChangeReason, ChangeState, LockAction, operationOf } from './change'
import type { ChangeRow, RowOperation } from './change-rows'
import type { ShellNumber } from './shell-number'

/** One row of a job as it was frozen when the person confirmed. */
export interface JobRowRequest {
  /** The whole asset number of the record, or the bare digits where there is no record. */
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  /** The plugged lock it is for: read once more right before the change is sent. */
  readonly plugId: string | null
}

interface JobAbout {
  /** Name, mobile or e-mail of who is at the desk; the job keeps it whoever comes after. */
  readonly operatorIdentity: string
  /** The job whose refused rows these are. */
  readonly retryOf: string | null
}

export interface LockJobRequest extends JobAbout {
  readonly action: LockAction
  /** An asset number stands here once. */
  readonly rows: readonly JobRowRequest[]
}

export type RowAction = Exclude<ChangeAction, LockAction>

/** What one row of an action carries. */
export type RowOf<Action extends RowAction> = (typeof operationOf)[Action] extends infer Id extends
  RowOperation
  ? ChangeRow<Id>
  : never

export type RowJobRequest = {
  [Action in RowAction]: JobAbout & { readonly action: Action; readonly rows: readonly RowOf<Action>[] }
}[RowAction]

export type JobRequest = LockJobRequest | RowJobRequest

export const isLockJob = (request: JobRequest): request is LockJobRequest => isLockAction(request.action)

/**
 * `running` sends chunk after chunk · `paused` waits for a person, or for the platform where there is a
 * `pauseReason` · `ended`, nothing more will be sent: each row has its last word, but for the unknown ones.
 */
export type JobState = 'running' | 'paused' | 'ended'

export type JobPause =
  | { readonly kind: 'asked' }
  /** The platform does not answer or does not let us in; the job goes on by itself once it does. */
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  /** The app ended in the middle of it; nothing goes out until a person says so. */
  | {
      readonly kind: 'interrupted'
      /** The passwords that its rows need were kept nowhere: the person is asked for them again. */
      readonly passwordsGone?: true
    }
  /** The passwords that its rows need lie in the vault, which cannot be opened now. */
  | { readonly kind: 'passwords-locked' }
  | { readonly kind: 'journal-not-writable' }

/** A job without its rows. */
export interface Job {
  readonly jobId: string
  readonly action: ChangeAction
  readonly operatorIdentity: string
  readonly training: boolean
  /** The platform it is asked of: its base URL, or `training`. */
  readonly environment: string
  readonly askedAt: number
  readonly endedAt: number | null
  readonly state: JobState
  readonly pause: JobPause | null
  readonly chunkSize: number
  readonly rows: number
  /** How many rows are in each state; the sum is `rows`. */
  readonly counts: Readonly<Record<ChangeState, number>>
  /** How many enterprises the rows are of; rows without a record count as none. */
  readonly enterprises: number
  readonly retryOf: string | null
}

/** What became of one row, as it is told while the job runs. */
export interface JobRowResult {
  readonly entryId: string
  readonly state: ChangeState
  readonly reason: ChangeReason | null
  readonly endedAt: number | null
}
