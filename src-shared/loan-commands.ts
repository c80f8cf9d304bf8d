import type { Loan, LoanOf } from './model/loan'

interface Command<Input, Value> {
  readonly input: Input
  readonly value: Value
}

export interface LoanSlice {
  readonly rows: readonly Loan[]
  readonly total: number
  /** Another number than before: a reader in the middle begins again at 0. */
  readonly version: number
  /** How many registered enterprises' lists could not be read: their loans may be missing or old. */
  readonly unread: number
}

/** Commands about what is lent. The lending itself is a job (`jobs/start` with `lend`). */
export interface LoanCommands {
  /** Of all registered enterprises; longest out first. */
  'loans/list': Command<{ readonly from: number; readonly limit: number }, LoanSlice>
  /** Kept on this desk alone; null takes the date away. */
  'loans/set-due': Command<LoanOf & { readonly dueOn: string | null; readonly note: string }, null>
  /** Puts a loan away that the lists do not show any more; `not-found` for any other. */
  'loans/close': Command<LoanOf & { readonly note: string; readonly operatorIdentity: string }, null>
}

export const loanCommandNames: Record<keyof LoanCommands, true> = {
  'loans/list': true,
  'loans/set-due': true,
  'loans/close': true,
}

export interface LoanEvents {
  /** Something of what `loans/list` answers may be other than before. */
  'loans/changed': null
}

export const loanEventNames: Record<keyof LoanEvents, true> = { 'loans/changed': true }
