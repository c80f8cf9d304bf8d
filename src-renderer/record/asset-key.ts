import type { LockRecord } from '#shared/model/lock-record'

/** An asset among those of all enterprises: nothing says that two of them may not carry the same number. */
export const assetKey = ({ enterpriseGlobalId, assetNum }: LockRecord): string =>
  `${enterpriseGlobalId}/${assetNum}`
