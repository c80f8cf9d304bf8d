import type { Loan } from '#shared/model/changes/loan'
import { daysSince } from '../../../entities/loan/due'

/** The groups of the board's chips: all active loans or a part of them; closed loans are separate. */
export const loanGroups = [
  'open',
  'due',
  'overdue',
  'today',
  'returned',
  'not-listed',
  'unconfirmed',
  'closed',
] as const
export type LoanGroup = (typeof loanGroups)[number]

const isOverdue = (loan: Loan, now: number): boolean =>
  loan.state === 'active' && loan.dueOn !== null && daysSince(loan.dueOn, now) > 0

const isDueToday = (loan: Loan, now: number): boolean =>
  loan.state === 'active' && loan.dueOn !== null && daysSince(loan.dueOn, now) === 0

export const belongsTo = (group: LoanGroup, loan: Loan, now: number): boolean => {
  switch (group) {
    case 'open':
      return loan.state !== 'closed'
    case 'due':
      return isOverdue(loan, now) || isDueToday(loan, now)
    case 'overdue':
      return isOverdue(loan, now)
    case 'today':
      return isDueToday(loan, now)
    default:
      return loan.state === group
  }
}

/** An active loan of another computer without anything that was entered here: only that it is lent is known. */
export const isOnlyListed = ({ state, lentHere, dueOn }: Loan): boolean =>
  state === 'active' && lentHere === null && dueOn === null

/** The parts of the board, each below a line of its own. */
export const partOfBoard = (loan: Loan): 'here' | 'returned' | 'elsewhere' => {
  if (isOnlyListed(loan)) return 'elsewhere'
  return loan.state === 'returned' ? 'returned' : 'here'
}

/**
 * Overdue loans first, the longest overdue at the top; then loans that need a decision; then by due date; loans
 * without one follow, then locks that are back. Loans of other computers are last, since there may be many.
 */
const rankOf = (loan: Loan, now: number): number => {
  if (isOnlyListed(loan)) return 6
  if (isOverdue(loan, now)) return 0
  if (loan.state === 'not-listed') return 1
  if (loan.state === 'unconfirmed') return 2
  if (loan.state === 'returned') return 5
  return loan.dueOn === null ? 4 : 3
}

const compareText = (a: string | null, b: string | null): number => {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/** Loans of other computers are last: when they began is not known. */
const compareSince = (a: Loan, b: Loan): number => {
  const [from, to] = [a.lentHere?.since ?? null, b.lentHere?.since ?? null]
  if (from === null || to === null) return Number(from === null) - Number(to === null)
  return from - to
}

export const sortLoans = (loans: readonly Loan[], group: LoanGroup, now: number): readonly Loan[] => {
  const ranked = loans
    .filter((loan) => belongsTo(group, loan, now))
    .map((loan) => ({ loan, rank: rankOf(loan, now) }))
  // Closed loans, the last closed first.
  if (group === 'closed') return ranked.map(({ loan }) => loan)
  return ranked
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        compareText(a.loan.dueOn, b.loan.dueOn) ||
        compareSince(a.loan, b.loan) ||
        compareText(a.loan.borrowedUsbKey, b.loan.borrowedUsbKey),
    )
    .map(({ loan }) => loan)
}
