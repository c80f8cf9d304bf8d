import type { ChangeReason } from '#shared/model/changes/change'
import { explainReason } from '../../../i18n/explain'
import type { Translator } from '../../../i18n/explain'
import { joinSentences } from '../../../i18n/i18n'
import type { FieldName } from './employee-fields'

/** The field that a business code refers to (docs/api.md, section 7). */
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

/** The form field for a rejection; null if it concerns no single field. */
export const fieldOfReason = (reason: ChangeReason | null): FieldName | null => {
  // 60027: one of several accounts failed; the platform's message is about the account (docs/api.md, section
  // 4.2).
  if (reason?.kind === 'said') return 'userName'
  if (reason?.kind !== 'platform') return null
  return fieldByCode.get(reason.failure.businessCode ?? '') ?? null
}

/** The platform's rejection as the text under a field. */
export const explainRejection = (reason: ChangeReason, translator: Translator): string => {
  const { what, smallPrint } = explainReason(reason, translator)
  return joinSentences(translator.language, [
    what,
    smallPrint.length > 0 ? `(${smallPrint.join(' · ')})` : '',
  ])
}

/**
 * The index of the employee that a failed request's message names: one invalid employee fails the whole
 * request. The API does not document the message format; the bundled service uses `userList[n]`.
 */
export const rejectedIndex = (reason: ChangeReason | null): number | null => {
  if (reason?.kind !== 'platform') return null
  const index = /userList\[(\d+)\]/.exec(reason.failure.message)?.[1]
  return index === undefined ? null : Number(index)
}
