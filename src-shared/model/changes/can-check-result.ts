import type { ChangeAction, JournalEntry } from './change'

/** No platform list shows the result of these actions; the operator has to enter it. */
const unreadable: readonly ChangeAction[] = [
  'reset-password',
  'create-enterprise',
  'update-customer',
  'order',
  'allocate',
]

/** Whether reading the platform's lists may reconcile the entry. */
export const canCheckResult = ({ state, action, reason }: JournalEntry): boolean =>
  state === 'unknown' && reason?.kind !== 'left-unknown' && !unreadable.includes(action)
