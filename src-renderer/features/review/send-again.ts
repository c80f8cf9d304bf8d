import { isLockAction } from '#shared/model/changes/change'
import type { ChangeAction, JournalEntry } from '#shared/model/changes/change'
import type { JobRequest } from '#shared/model/changes/job'
import { countsWithoutOrder } from '#shared/model/changes/work-order'
import type { Name } from '#shared/model/name'

/** The journal has no passwords, so the user types a new one. */
export const needsPassword = (action: ChangeAction): boolean =>
  action === 'add-employee' || action === 'reset-password'

/** An order's products may have passwords that are no longer stored: it is created again on its own page. */
export const canBeSentAgain = ({ action, request }: JournalEntry): boolean =>
  action !== 'order' && (isLockAction(action) || request !== null)

/** What the policy's limits count: one row can have many assets or numbers. */
export const itemsOf = ({ action, request }: JournalEntry): number => {
  const row = (request ?? {}) as Readonly<Record<string, unknown>>
  if (action === 'allocate') return typeof row['size'] === 'number' ? row['size'] : 1
  const lists = [row['addAssets'], row['deleteAssets'], row['assets']]
  return Math.max(
    1,
    lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0),
  )
}

/** Those that count toward the policy's limit without a work order. */
export const changesWithoutOrderOf = (entry: JournalEntry): number =>
  countsWithoutOrder(entry.action) ? itemsOf(entry) : 0

/** The same change as a new request; main validates it like any other. */
export const requestAgain = (
  entry: JournalEntry,
  { operatorIdentity, password }: { readonly operatorIdentity: Name; readonly password: string },
): JobRequest => {
  const { action, jobId, key, shellNumber, enterpriseGlobalId, request } = entry
  const about = { operatorIdentity, retryOf: null, sendsAgain: jobId }
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
