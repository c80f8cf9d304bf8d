import type { ShellNumber } from './shell-number'

/**
 * `out`: the platform's lists say so · `gone`: they said so once, or this desk lent it, and now they do not · `unseen`:
 * they were not read since, or do not tell · `closed`: gone, and a person has put it away.
 */
export type LoanState = 'out' | 'gone' | 'unseen' | 'closed'

/** A borrowed lock that is or was out: the platform's lists, the journal, and what only this desk keeps. */
export interface Loan {
  /** Stays with the loan while it is out; a later one of the same lock to the same person has another. */
  readonly loanId: string
  readonly state: LoanState
  /** The whole asset number of the borrowed lock. */
  readonly borrowedUsbKey: string
  readonly shellNumber: ShellNumber | null
  readonly enterpriseGlobalId: string
  readonly enterpriseName: string | null
  /** Null where the lists do not say to whom. */
  readonly memberGlobalId: string | null
  readonly memberName: string | null
  /** Whose products stand on the lock. */
  readonly assets: readonly { readonly assetNum: string; readonly assetId: string | null }[]
  /** `lists-of-several`: all that the employee has lent, which stands on other locks of theirs in part. */
  readonly assetsFrom: 'journal' | 'lists' | 'lists-of-several'
  /** Where this desk lent it: since when (ms since 1970), by whom, and the job of the last lending. */
  readonly lentHere: {
    readonly since: number
    readonly operatorIdentity: string
    readonly jobId: string
  } | null
  /** A day of this place's calendar, `2026-11-30`; the platform knows of none. */
  readonly dueOn: string | null
  readonly note: string
  /** Of a loan that is gone: who the lists say has the lock now, null where it is free or not known. */
  readonly heldNowBy: string | null
  readonly closed: { readonly at: number; readonly operatorIdentity: string } | null
}

/** What names a loan that is not closed. */
export interface LoanOf {
  readonly borrowedUsbKey: string
  readonly memberGlobalId: string | null
}

export const dayPattern = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
/** Of a note, in characters. */
export const longestNote = 500
