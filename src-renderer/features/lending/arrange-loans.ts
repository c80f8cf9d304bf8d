import type { Loan } from '#shared/model/loan'
import { daysSince } from './due'

/** What a chip of the board shows: all that is out, or a part; what a person has put away stands apart. */
export const loanGroups = ['open', 'overdue', 'today', 'gone', 'unseen', 'closed'] as const
export type LoanGroup = (typeof loanGroups)[number]

export const isOverdue = (loan: Loan, now: number): boolean =>
  loan.state === 'out' && loan.dueOn !== null && daysSince(loan.dueOn, now) > 0

export const isIn = (group: LoanGroup, loan: Loan, now: number): boolean => {
  switch (group) {
    case 'open':
      return loan.state !== 'closed'
    case 'overdue':
      return isOverdue(loan, now)
    case 'today':
      return loan.state === 'out' && loan.dueOn !== null && daysSince(loan.dueOn, now) === 0
    default:
      return loan.state === group
  }
}

/** Overdue first, the longest of all first; then what a person must decide; then by date; without one at the end. */
const rankOf = (loan: Loan, now: number): number => {
  if (isOverdue(loan, now)) return 0
  if (loan.state === 'gone') return 1
  if (loan.state === 'unseen') return 2
  return loan.dueOn === null ? 4 : 3
}

const compareText = (one: string | null, other: string | null): number => {
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}

export const arrangeLoans = (loans: readonly Loan[], group: LoanGroup, now: number): readonly Loan[] => {
  const ranked = loans
    .filter((loan) => isIn(group, loan, now))
    .map((loan) => ({ loan, rank: rankOf(loan, now) }))
  // Closed ones come with the last closed first.
  if (group === 'closed') return ranked.map(({ loan }) => loan)
  return ranked
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        compareText(one.loan.dueOn, other.loan.dueOn) ||
        (one.loan.lentHere?.since ?? 0) - (other.loan.lentHere?.since ?? 0) ||
        compareText(one.loan.borrowedUsbKey, other.loan.borrowedUsbKey),
    )
    .map(({ loan }) => loan)
}
