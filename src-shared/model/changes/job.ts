import type { PlatformFailure } from '../api/platform-failure'
import { isLockAction } from './change'
import type { ChangeAction, ChangeReason, ChangeState, LockAction, operationOf } from './change'
import type { ChangeRow, RowOperation } from './change-rows'
import type { ShellNumber } from '../locks/shell-number'
import type { Name } from '../name'

/** A row of a job, fixed when the user confirms. */
export interface JobRowRequest {
  /** The record's asset number, or the digits if there is no record. */
  readonly assetNum: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string | null
  /** The plugged-in lock, if any; its number is read again right before sending. */
  readonly plugId: string | null
}

interface JobAbout {
  /** Name, mobile or e-mail of the operator; stored with the job. */
  readonly operatorIdentity: Name
  /** The job whose failed rows are retried. */
  readonly retryOf: string | null
  /** The job that this one reverses. */
  readonly reverses?: string
  /** The job whose change a person sends again. Not stored. */
  readonly sendsAgain?: string
}

export interface LockJobRequest extends JobAbout {
  readonly action: LockAction
  /** Asset numbers are unique. */
  readonly rows: readonly JobRowRequest[]
}

export type RowAction = Exclude<ChangeAction, LockAction>

/** The row data of an action. */
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
 * `running` sends chunks · `paused` waits for the user, or for the platform if `pause` says so ·
 * `ended`, nothing more is sent: every row is final except unconfirmed ones.
 */
export type JobState = 'running' | 'paused' | 'ended'

export type JobPause =
  | { readonly kind: 'requested' }
  /** The platform does not respond or denies access; the job resumes by itself once it responds. */
  | { readonly kind: 'platform'; readonly failure: PlatformFailure }
  /** The app quit while the job ran; the user must resume it. */
  | {
      readonly kind: 'interrupted'
      /** The passwords of its rows were not stored and must be entered again. */
      readonly passwordsGone?: true
    }
  /** The passwords of its rows are in the vault, which cannot be opened now. */
  | { readonly kind: 'passwords-locked' }
  | { readonly kind: 'journal-not-writable' }
  /** The organization requires its log of results to have the job first. */
  | { readonly kind: 'log-not-delivered' }
  /** The first row was sent alone, and failed or is unconfirmed; nothing else was sent. */
  | {
      readonly kind: 'first-failed'
      readonly state: 'failed' | 'unknown'
      readonly reason: ChangeReason | null
    }
  /** Too many rows failed or are unconfirmed since the job last went on; `reason` is that of most of them. */
  | {
      readonly kind: 'many-failed'
      readonly tried: number
      readonly failed: number
      /** How many of the failed are unconfirmed. */
      readonly unconfirmed: number
      readonly reason: ChangeReason | null
    }

/** The signed work order that a job carries out, and the name of its signer. */
export interface OrderOfJob {
  readonly id: string
  readonly signer: string
}

/** A job without its rows. */
export interface Job {
  readonly jobId: string
  readonly action: ChangeAction
  readonly operatorIdentity: Name
  readonly training: boolean
  /** The target platform: its present address, or `training`. */
  readonly environment: string
  /** The same, where that is not the open platform. */
  readonly elsewhere?: string
  readonly requestedAt: number
  readonly endedAt: number | null
  readonly state: JobState
  readonly pause: JobPause | null
  readonly chunkSize: number
  readonly rows: number
  /** Rows per state; the sum is `rows`. */
  readonly counts: Readonly<Record<ChangeState, number>>
  /** The number of enterprises; rows without a record are not counted. */
  readonly enterprises: number
  readonly retryOf: string | null
  readonly workOrder?: OrderOfJob
}

/** The state of one row, reported while the job runs. */
export interface JobRowResult {
  readonly entryId: string
  readonly state: ChangeState
  readonly reason: ChangeReason | null
  readonly endedAt: number | null
}
