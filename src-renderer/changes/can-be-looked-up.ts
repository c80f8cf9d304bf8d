import type { ChangeAction, JournalEntry } from '#shared/model/change'

/** Of these no list of the platform's tells what became: only a person can say. */
const unreadable: readonly ChangeAction[] = [
  'reset-password',
  'create-enterprise',
  'update-customer',
  'order',
  'allocate',
]

/** Whether reading the platform's lists may settle it. */
export const canBeLookedUp = ({ state, action, reason }: JournalEntry): boolean =>
  state === 'unknown' && reason?.kind !== 'left-unknown' && !unreadable.includes(action)
