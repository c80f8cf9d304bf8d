import type { KeptLoan } from '#shared/bridge/draft-commands'
import { command } from '../../../bridge'
import { useEnterprisesStore } from '../../../entities/enterprise/enterprises-store'
import { useKeptWork } from '../../../stores/use-kept-work'

/**
 * A day that a loan proposed is proposed again, as it is now; a chosen one that is over is asked for. What was chosen for
 * the loan of the kept lock is not meant for another lock.
 */
export const keptDue = (
  { dueOn, proposedDueOn, isDateAsked }: KeptLoan,
  isKeptLock: boolean,
  today: string,
) => {
  if (!isKeptLock && proposedDueOn !== null) return { dueOn: null, proposed: null, isDateAsked: false }
  if (dueOn === proposedDueOn) return { dueOn: null, proposed: null, isDateAsked }
  const isOver = dueOn !== null && dueOn < today
  return { dueOn: isOver ? null : dueOn, proposed: proposedDueOn, isDateAsked: isDateAsked || isOver }
}

/**
 * Keeps the choices of a loan that is not sent in main.
 * @param show brings back those of an earlier window whose enterprise is known
 */
export const useKeptLoan = (loan: () => KeptLoan | null, show: (kept: KeptLoan) => void) => {
  const enterprises = useEnterprisesStore()
  return useKeptWork(loan, {
    read: async () => {
      const kept = await command('drafts/read-loan')
      if (!kept.ok) return null
      if (kept.value.loan === null) return { work: null }
      await enterprises.loadOnce()
      return enterprises.state === 'ready' ? { work: kept.value.loan } : null
    },
    show: (kept) => {
      if (kept !== null && enterprises.byId.has(kept.enterpriseGlobalId)) show(kept)
    },
    write: (kept) => command('drafts/save-loan', { loan: kept }),
  })
}
