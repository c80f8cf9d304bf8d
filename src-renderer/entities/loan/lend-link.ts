import { maxLentAssets } from '#shared/model/changes/loan'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { PageRequests } from '../../actions/open-page'
import { assetObstacle, lockObstacle } from './lend-obstacle'

/** Lending's link for a lock: to its loan, or to a new loan with the lock selected. */
export type LendLinkKind = 'show' | 'lend'

export const lendLinkOf = (record: LockRecord): LendLinkKind | null => {
  // A lent borrowed lock, or an asset whose products are on one.
  if (record.lent === true) return 'show'
  if (record.lent === null) return null
  const obstacle = record.borrowedUsbKey === true ? lockObstacle(record, null) : assetObstacle(record)
  return obstacle === null ? 'lend' : null
}

/** What a selection lends together. */
export interface LendableSelection {
  /** Of one employee; at least one. */
  readonly assets: readonly LockRecord[]
  /** The borrowed lock in the selection, or null. */
  readonly lock: LockRecord | null
}

/** The records that can be lent in one loan; null if they are of several employees, or there are none. */
export const lendableOf = (records: readonly LockRecord[]): LendableSelection | null => {
  const lendable = records.filter((record) => lendLinkOf(record) === 'lend')
  const assets = lendable.filter(({ borrowedUsbKey }) => borrowedUsbKey !== true)
  const [lock = null, second] = lendable.filter(({ borrowedUsbKey }) => borrowedUsbKey === true)
  const [first] = assets
  if (first === undefined || second !== undefined || assets.length > maxLentAssets) return null
  const isOfEnterprise = ({ enterpriseGlobalId }: LockRecord): boolean =>
    enterpriseGlobalId === first.enterpriseGlobalId
  const isOne =
    assets.every(
      (record) => isOfEnterprise(record) && record.holder?.memberGlobalId === first.holder?.memberGlobalId,
    ) &&
    (lock === null || isOfEnterprise(lock))
  return isOne ? { assets, lock } : null
}

export const lendRequestOfSelection = ({ assets, lock }: LendableSelection): PageRequests['lending'] => ({
  show: 'lend',
  enterpriseGlobalId: assets[0]?.enterpriseGlobalId ?? '',
  assetNums: assets.map(({ assetNum }) => assetNum),
  employee: assets[0]?.holder ?? null,
  lock: lock === null ? null : { assetNum: lock.assetNum, plugId: null },
})

export const lendRequestOf = (
  link: LendLinkKind,
  { assetNum, enterpriseGlobalId, holder, borrowedUsbKey }: LockRecord,
  plugId: string | null,
): PageRequests['lending'] => {
  if (link === 'show') return { show: 'loan', assetNum }
  const isLock = borrowedUsbKey === true
  return {
    show: 'lend',
    enterpriseGlobalId,
    assetNums: isLock ? [] : [assetNum],
    employee: isLock ? null : holder,
    lock: isLock ? { assetNum, plugId } : null,
  }
}
