import type { LockRecord } from '#shared/model/locks/lock-record'

// Whether something can be lent, by the platform's lists. What the lists do not say is no obstacle: the platform decides.

/** Why an asset cannot be lent; null if it can. */
export const assetObstacle = ({
  lent,
  assetId,
  holder,
}: LockRecord): 'lent' | 'no-id' | 'unassigned' | null => {
  if (lent === true) return 'lent'
  if (assetId === null) return 'no-id'
  return holder === null ? 'unassigned' : null
}

/** Why a borrowed lock cannot take a loan for this employee, or for anybody if null; null if it can. */
export const lockObstacle = (
  lock: LockRecord,
  memberGlobalId: string | null,
): 'not-borrowed' | 'disabled' | 'lent' | null => {
  if (lock.borrowedUsbKey !== true) return 'not-borrowed'
  if (lock.lent === true && (memberGlobalId === null || lock.holder?.memberGlobalId !== memberGlobalId))
    return 'lent'
  return lock.locked === true ? 'disabled' : null
}
