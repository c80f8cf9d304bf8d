import type { LockRecord } from '#shared/model/lock-record'
import type { ActionId } from '../../app/actions/action-table'
import { lendDoorOf } from '../lending/lend-door'

/** What can be asked for a lock, as its card would offer it. */
export const lockActionsOf = (record: LockRecord): readonly ActionId[] => {
  const { locked } = record
  const door = lendDoorOf(record)
  return [
    ...(locked === true ? [] : (['disable-lock'] as const)),
    ...(locked === false ? [] : (['enable-lock'] as const)),
    ...(door === null ? [] : ([door === 'lend' ? 'lend-lock' : 'show-loan'] as const)),
  ]
}
