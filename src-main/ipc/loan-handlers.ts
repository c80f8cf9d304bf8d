import type { LoanCommands } from '#shared/loan-commands'
import { succeed } from '#shared/outcome'
import type { Loans } from '../desk/loans/loans'
import type { CommandHandlers } from './registrar'

/** The commands of the lent board. */
export const createLoanHandlers = (loans: Loans): Pick<CommandHandlers, keyof LoanCommands> => ({
  'loans/list': async ({ from, limit }) => succeed(await loans.list(from, limit)),
  'loans/set-due': (asked) => loans.setDue(asked),
  'loans/close': (asked) => loans.close(asked),
})
