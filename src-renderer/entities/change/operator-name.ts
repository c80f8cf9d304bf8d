import { foldNumber, mayBeAssetNumber } from '#shared/model/shell-number'

/** Typed or pasted text as sent to the platform: trimmed and on one line. */
export const normalizeOperator = (typed: string): string => typed.replace(/\s+/g, ' ').trim()

/** Whether a lock was scanned into the operator field: operators do not have such names. */
export const isLockNumber = (typed: string): boolean => mayBeAssetNumber(foldNumber(typed))

/** The operator to send; empty while none is named. */
export const operatorFrom = (typed: string): string => (isLockNumber(typed) ? '' : normalizeOperator(typed))
