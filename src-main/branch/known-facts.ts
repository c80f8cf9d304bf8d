import type { BranchFact } from '#shared/model/branch/branch-event'
import type { LoanFact } from '#shared/model/changes/loan-fact'
import type { LockName } from '#shared/model/locks/lock-name'

/** What was noted about loans, as facts. */
export const factsOfLoans = (loans: readonly LoanFact[]): BranchFact[] =>
  loans.flatMap((fact): BranchFact[] => {
    const { dueOn, note, returned, closed, ...loan } = fact
    if (closed !== null) return [{ kind: 'loan.closed', body: { loan: { ...fact, closed } } }]
    return [
      { kind: 'loan.due', body: { loan, dueOn } },
      ...(note === '' ? [] : [{ kind: 'loan.note' as const, body: { loan, note } }]),
      ...(returned === null ? [] : [{ kind: 'loan.returned' as const, body: { loan, returned } }]),
    ]
  })

/** Names and notes of locks, as facts. */
export const factsOfNames = (names: readonly LockName[]): BranchFact[] =>
  names.flatMap(({ name, note, ...lock }): BranchFact[] => [
    ...(name === '' ? [] : [{ kind: 'lock.name' as const, body: { ...lock, name } }]),
    ...(note === '' ? [] : [{ kind: 'lock.note' as const, body: { ...lock, note } }]),
  ])
