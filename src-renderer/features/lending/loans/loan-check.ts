import type { CommandFailure } from '#shared/bridge/commands'

/** The last reading of the lists that was requested for a loan, and left it as it was or failed. */
export interface LoanCheck {
  readonly loanId: string
  readonly at: number
  readonly failure: CommandFailure | null
}
