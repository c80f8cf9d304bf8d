import type { LockRecord } from '#shared/model/locks/lock-record'
import type { ActionId } from '../../actions/action-table'
import { lendLinkOf } from '../../entities/loan/lend-link'

/** The actions available for a lock, as on its card. */
export const lockActionsOf = (record: LockRecord, hasLending: boolean): readonly ActionId[] => {
  const { locked } = record
  const link = hasLending ? lendLinkOf(record) : null
  return [
    ...(locked === true ? [] : (['disable-lock'] as const)),
    ...(locked === false ? [] : (['enable-lock'] as const)),
    ...(link === null ? [] : ([link === 'lend' ? 'lend-lock' : 'show-loan'] as const)),
  ]
}
