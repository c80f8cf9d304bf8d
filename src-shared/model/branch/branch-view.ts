import type { KeyWords } from '../changes/work-order'
import type { ApartReason } from './branch-event'
import type { DomainFailure } from '../failure'
import type { DatabaseFailureCode } from './branch-failure'

// What the window shows of the branch. Nothing of the password, the role or the certificate.

/** How the exchange with the database stands. Times are ms by this computer's clock. */
export interface BranchState {
  readonly connected: boolean
  /** Own events that the database is not known to have. */
  readonly notShared: number
  /** When the database last answered in this run; null before. */
  readonly lastSeenAt: number | null
  /** Why there is no connection, or `clock-differs` with one. */
  readonly problem: DatabaseFailureCode | 'clock-differs' | null
  /** When the database was found to be restored from a backup; what it lacked of this computer was added again. */
  readonly restoredAt: number | null
  /** What is still done about events before this computer joined: facts are read, or chains are checked. */
  readonly earlier: 'facts' | 'chains' | null
}

/** Events of a computer that are in the branch and were not applied here. */
export interface ApartEvents {
  /** Its ID; null where the event names none. */
  readonly computer: string | null
  /** Why the first of them was kept apart: those after it often follow from it. */
  readonly reason: ApartReason
  readonly count: number
}

/** A computer whose journal or chain of events became shorter or different than another one stated before. */
export interface ChangedEnd {
  /** Its name; null if it is not known here. */
  readonly computer: string | null
  readonly what: 'journal' | 'chain'
  /** The number and the hash of its last record or event, or of the one at that number. */
  readonly before: { readonly n: number; readonly hash: string }
  readonly now: { readonly n: number; readonly hash: string }
}

/** The join file that the policy gives this computer. */
export interface PresetBranchView {
  readonly path: string
  /** Why this computer could not join with it, or null. */
  readonly problem: DomainFailure | null
}

/** A computer in its branch. */
export interface BranchView {
  readonly computer: { readonly id: string; readonly name: string }
  /** Where the database is. */
  readonly database: string
  /** Of the join file. */
  readonly words: KeyWords
  readonly joinedAt: number
  readonly state: BranchState
  /** One entry for each computer. */
  readonly apart: readonly ApartEvents[]
  /** The number of the first own event that can no longer be read, or null. Other computers apply none from there on. */
  readonly damagedAt: number | null
  /** Oldest first. */
  readonly changedEnds: readonly ChangedEnd[]
}

/** A join file that was read and not used yet. */
export interface JoinOffer {
  readonly id: string
  readonly computer: string
  readonly database: string
  readonly words: KeyWords
}

/** A computer of the branch. Times are ms by the database's clock. */
export interface BranchMember {
  readonly id: string
  readonly name: string
  readonly isThis: boolean
  readonly joinedAt: number | null
  readonly lastSeenAt: number | null
  readonly removedAt: number | null
}
