import { isLockAction } from '#shared/model/change'
import type { ChangeAction, JournalEntry } from '#shared/model/change'
import type { JobRequest } from '#shared/model/job'

/** The journal holds no password, so the person gives one anew. */
export const needsPassword = (action: ChangeAction): boolean =>
  action === 'add-employee' || action === 'reset-password'

/** An order's products may carry passwords that nobody has any more: it is written anew on its own page. */
export const canBeSentAgain = ({ action, request }: JournalEntry): boolean =>
  action !== 'order' && (isLockAction(action) || request !== null)

/** The same change as a new one; main checks it like any other. */
export const requestAgain = (
  entry: JournalEntry,
  { operatorIdentity, password }: { readonly operatorIdentity: string; readonly password: string },
): JobRequest => {
  const { action, key, shellNumber, enterpriseGlobalId, request } = entry
  const about = { operatorIdentity, retryOf: null }
  if (isLockAction(action)) {
    return { action, ...about, rows: [{ assetNum: key, shellNumber, enterpriseGlobalId, plugId: null }] }
  }
  const row = {
    ...(request as object),
    ...(action === 'lend' ? { plugId: null } : {}),
    ...(needsPassword(action) ? { password } : {}),
  }
  // What the journal kept of a request is the row it was made of, as change-rows.ts has it.
  return { action, ...about, rows: [row] } as unknown as JobRequest
}
