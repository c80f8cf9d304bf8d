import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import { businessCodeOf, failureNameOf, reasonNameOf } from '#shared/texts/explanation-name'
import type { RowLine } from './protocol'

/** Rows that wait were not sent, and rows that are being sent have no result. */
export const stateOf: Readonly<Record<ChangeState, RowLine['state']>> = {
  intent: 'not-sent',
  sent: 'unconfirmed',
  done: 'completed',
  failed: 'failed',
  'not-sent': 'not-sent',
  unknown: 'unconfirmed',
}

/** The stable name of a reason and the platform's business code. */
export const reasonOf = (reason: ChangeReason | null): Pick<RowLine, 'reason' | 'businessCode'> => {
  if (reason === null) return { reason: null, businessCode: null }
  if (reason.kind !== 'platform') return { reason: reasonNameOf(reason), businessCode: null }
  return { reason: failureNameOf(reason.failure, false), businessCode: businessCodeOf(reason.failure) }
}
