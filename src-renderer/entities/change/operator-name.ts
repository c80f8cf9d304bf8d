import { plainName } from '#shared/model/visible-text'
import { foldNumber, mayBeAssetNumber } from '#shared/model/locks/shell-number'

/** Whether a lock was scanned into the operator field: operators do not have such names. */
export const isLockNumber = (typed: string): boolean => mayBeAssetNumber(foldNumber(typed))

/** The operator to send; empty while none is named. */
export const operatorFrom = (typed: string): string => (isLockNumber(typed) ? '' : plainName(typed))
