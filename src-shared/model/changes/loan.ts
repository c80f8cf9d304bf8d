import type { ShellNumber } from '../locks/shell-number'
import type { FreeText, Name } from '../name'

/** The maximum of assets in one loan. */
export const maxLentAssets = 1000

/**
 * `active`: the platform's lists show it · `returned`: the lock is back by a user, and the lists do not agree yet ·
 * `not-listed`: the lists showed it or this computer lent it, and now they do not · `unconfirmed`: not read since, or not
 * visible · `closed`: no longer listed, and the lock is back or the loan was closed by a user.
 */
export type LoanState = 'active' | 'returned' | 'not-listed' | 'unconfirmed' | 'closed'

/** A user's act: when (ms since 1970), and by which operator. */
export interface LoanAct {
  readonly at: number
  readonly operatorIdentity: Name
}

/**
 * A borrowed lock with an active or former loan: from the platform's lists, the journal, and data stored on
 * this computer.
 */
export interface Loan {
  /** Identifies the loan while it is active; a later loan of the same lock to the same employee gets another ID. */
  readonly loanId: string
  readonly state: LoanState
  /** The complete asset number of the borrowed lock. */
  readonly borrowedUsbKey: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: Name | null
  /** Null if the lists do not name the employee. */
  readonly memberGlobalId: string | null
  readonly memberName: Name | null
  /** The assets whose products are on the lock. */
  readonly assets: readonly { readonly assetNum: string; readonly assetId: string | null }[]
  /** `lists-of-several`: all assets lent to the employee, some of which are on their other locks. */
  readonly assetsFrom: 'journal' | 'lists' | 'lists-of-several'
  /** If lent on this computer: when (ms since 1970), by which operator, and the job of the last lending. */
  readonly lentHere: {
    readonly since: number
    readonly operatorIdentity: Name
    readonly jobId: string
  } | null
  /** A local calendar date, `2026-11-30`; the platform does not store it. */
  readonly dueOn: string | null
  readonly note: FreeText
  /** For a loan that is no longer listed: the current holder of the lock by the lists; null if available or unknown. */
  readonly currentHolder: Name | null
  /** The lock was taken back; a loan that is lent again afterwards has none. The platform records no returns. */
  readonly returned: LoanAct | null
  readonly closed: LoanAct | null
}

/** The lock is out by the platform's lists, whether or not it was taken back here. */
export const isListedLoan = ({ state }: Pick<Loan, 'state'>): boolean =>
  state === 'active' || state === 'returned'

/** Identifies a loan that is not closed. */
export interface LoanOf {
  readonly borrowedUsbKey: string
  readonly memberGlobalId: string | null
}

/** The ID of the open loan of a lock to an employee, or of the loan of these two that was closed then. */
export const loanIdOf = (
  { borrowedUsbKey, memberGlobalId }: LoanOf,
  closed: LoanAct | null = null,
): string => {
  const open = JSON.stringify([borrowedUsbKey, memberGlobalId])
  return closed === null ? open : `${open} ${closed.at}`
}

export const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** The longest note, in characters. */
export const maxNoteLength = 500
