import type { RouteLocationRaw } from 'vue-router'
import type { LockRecord } from '#shared/model/lock-record'

/** What lending has to offer for a lock: its loan, or a new one with it chosen already. */
export type LendDoorKind = 'show' | 'lend'

export const lendDoorOf = ({
  borrowedUsbKey,
  lent,
  locked,
  holder,
  assetId,
}: LockRecord): LendDoorKind | null => {
  // The borrowed lock that is out, or an asset whose products are on one.
  if (lent === true) return 'show'
  if (lent === null) return null
  if (borrowedUsbKey === true) return locked === false ? 'lend' : null
  return holder !== null && assetId !== null ? 'lend' : null
}

export const lendDoorTo = (
  door: LendDoorKind,
  { assetNum, enterpriseGlobalId: enterprise, holder, borrowedUsbKey }: LockRecord,
  plugId: string | null,
): RouteLocationRaw => {
  if (door === 'show') return { name: 'lending', query: { loan: assetNum } }
  const chosen =
    borrowedUsbKey === true
      ? { lock: assetNum, plug: plugId ?? undefined }
      : { asset: assetNum, member: holder?.memberGlobalId, name: holder?.name ?? undefined }
  return { name: 'lending', query: { lend: '1', enterprise, ...chosen } }
}
