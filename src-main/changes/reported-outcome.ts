import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import { businessCodeOf, failureNameOf, reasonNameOf } from '#shared/texts/explanation-name'
import type { ReportedState } from '#shared/model/changes/work-order'

/** Rows that wait were not sent, and rows that are being sent have no result. */
export const stateOf: Readonly<Record<ChangeState, ReportedState>> = {
  intent: 'not-sent',
  sent: 'unconfirmed',
  done: 'completed',
  failed: 'failed',
  'not-sent': 'not-sent',
  unknown: 'unconfirmed',
}

/** The stable name of a reason and the platform's business code. */
export const reasonOf = (
  reason: ChangeReason | null,
): { readonly reason: string | null; readonly businessCode: string | null } => {
  if (reason === null) return { reason: null, businessCode: null }
  if (reason.kind !== 'platform') return { reason: reasonNameOf(reason), businessCode: null }
  return { reason: failureNameOf(reason.failure, false), businessCode: businessCodeOf(reason.failure) }
}
