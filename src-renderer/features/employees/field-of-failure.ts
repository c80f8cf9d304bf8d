import type { ChangeReason } from '#shared/model/change'
import type { FieldName } from './employee-fields'

/** The field that a business code is about (API document, section 7). */
const fieldByCode: ReadonlyMap<string, FieldName> = new Map([
  ['40008', 'userName'],
  ['10003', 'userName'],
  ['40001', 'password'],
  ['50003', 'password'],
  ['40009', 'department'],
  ['40022', 'name'],
  ['30002', 'name'],
  ['30003', 'remark'],
  ['10004', 'passwordMobile'],
])

/** Where a form shows why the platform refused; null for what is about no single field. */
export const fieldOfReason = (reason: ChangeReason | null): FieldName | null => {
  // 60027: one account of several; what the platform says of it is about the account (API document, section 4.2).
  if (reason?.kind === 'said') return 'userName'
  if (reason?.kind !== 'platform') return null
  return fieldByCode.get(reason.failure.businessCode ?? '') ?? null
}

/**
 * Which employee of a refused call the platform means, counted from 0, where its message says so: one that breaks a
 * rule takes the whole call with it. The message's form is not shown in the document; this service's is `userList[n]`.
 */
export const namedInCall = (reason: ChangeReason | null): number | null => {
  if (reason?.kind !== 'platform') return null
  const index = /userList\[(\d+)\]/.exec(reason.failure.message)?.[1]
  return index === undefined ? null : Number(index)
}
