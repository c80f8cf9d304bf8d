import type { RouteLocationRaw } from 'vue-router'
import type { LockRecord } from '#shared/model/locks/lock-record'

/** Lending's link for a lock: to its loan, or to a new loan with the lock selected. */
export type LendLinkKind = 'show' | 'lend'

export const lendLinkOf = ({
  borrowedUsbKey,
  lent,
  locked,
  holder,
  assetId,
}: LockRecord): LendLinkKind | null => {
  // A lent borrowed lock, or an asset whose products are on one.
  if (lent === true) return 'show'
  if (lent === null) return null
  if (borrowedUsbKey === true) return locked === false ? 'lend' : null
  return holder !== null && assetId !== null ? 'lend' : null
}

export const lendLinkTo = (
  link: LendLinkKind,
  { assetNum, enterpriseGlobalId: enterprise, holder, borrowedUsbKey }: LockRecord,
  plugId: string | null,
): RouteLocationRaw => {
  if (link === 'show') return { name: 'lending', query: { loan: assetNum } }
  const chosen =
    borrowedUsbKey === true
      ? { lock: assetNum, plug: plugId ?? undefined }
      : { asset: assetNum, member: holder?.memberGlobalId, name: holder?.name ?? undefined }
  return { name: 'lending', query: { lend: '1', enterprise, ...chosen } }
}
