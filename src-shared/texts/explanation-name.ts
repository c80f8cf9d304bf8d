import type { CommandFailure } from '../bridge/commands'
import { isBusinessCode } from '../model/api/business-codes'
import type { BusinessCode } from '../model/api/business-codes'
import type { ChangeReason } from '../model/changes/change'
import type { PlatformFailure } from '../model/api/platform-failure'
import type { FailureTexts, ReasonTexts } from './explanations-en'

export type FailureName = keyof FailureTexts
export type ReasonName = keyof ReasonTexts

export const isPlatformFailure = (failure: CommandFailure): failure is PlatformFailure => 'changed' in failure

/** The business code of a failure, if its texts are known. */
export const businessCodeOf = (failure: CommandFailure): BusinessCode | null => {
  const code = isPlatformFailure(failure) ? failure.businessCode : undefined
  return code !== undefined && isBusinessCode(code) ? code : null
}

/** The texts of a failure without a known business code. `isRead`: a timeout of a read-only request needs no warning. */
export const failureNameOf = (failure: CommandFailure, isRead: boolean): FailureName => {
  const { missing, isUnreadable, proxy } = isPlatformFailure(failure) ? failure : {}
  if (isUnreadable === true) return 'credentials-unreadable'
  return missing ?? proxy ?? (failure.code === 'timeout' && isRead ? 'timeoutOfRead' : failure.code)
}

/** `status` of a lock operation result (docs/api.md, section 2.1). */
const statusNames = new Map<number | null, ReasonName>([
  [2, 'status-no-such-lock'],
  [3, 'status-failed'],
  [4, 'status-wrong-type'],
])

export const reasonNameOf = (reason: Exclude<ChangeReason, { readonly kind: 'platform' }>): ReasonName => {
  if (reason.kind === 'status') return statusNames.get(reason.status) ?? 'status-other'
  return reason.kind === 'changed-since-check' ? `changed-${reason.what}` : reason.kind
}
