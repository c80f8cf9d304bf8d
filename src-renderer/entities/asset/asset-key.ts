import { joinKey } from '#shared/model/join-key'
import type { LockRecord } from '#shared/model/locks/lock-record'

/** The unique key of an asset across enterprises: two enterprises may have the same asset number. */
export const assetKey = ({
  enterpriseGlobalId,
  assetNum,
}: Pick<LockRecord, 'enterpriseGlobalId' | 'assetNum'>): string => joinKey(enterpriseGlobalId, assetNum)
