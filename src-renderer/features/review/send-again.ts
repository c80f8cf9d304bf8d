import { isLockAction } from '#shared/model/changes/change'
import type { ChangeAction, JournalEntry } from '#shared/model/changes/change'
import type { JobRequest } from '#shared/model/changes/job'
import { canBeOrdered } from '#shared/model/changes/work-order'

/** The journal has no passwords, so the user types a new one. */
export const needsPassword = (action: ChangeAction): boolean =>
  action === 'add-employee' || action === 'reset-password'

/** An order's products may have passwords that are no longer stored: it is created again on its own page. */
export const canBeSentAgain = ({ action, request }: JournalEntry): boolean =>
  action !== 'order' && (isLockAction(action) || request !== null)

/** The changes that need a work order above the policy's limit: a row can assign or lend many assets. */
export const changesWithoutOrderOf = ({ action, request }: JournalEntry): number => {
  if (!canBeOrdered(action)) return 0
  const { addAssets, deleteAssets, assets } = (request ?? {}) as Partial<Record<string, readonly unknown[]>>
  const counts = [addAssets, deleteAssets, assets].map((list) => list?.length ?? 0)
  return Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/** The same change as a new request; main validates it like any other. */
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
  // The journal stores the request's row as defined in change-rows.ts.
  return { action, ...about, rows: [row] } as unknown as JobRequest
}
