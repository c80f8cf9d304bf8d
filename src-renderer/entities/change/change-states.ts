import type { JournalEntry } from '#shared/model/changes/change'
import { lockStates } from '#shared/model/locks/lock-record'
import type { LockState } from '#shared/model/locks/lock-record'
import type { Translator } from '../../i18n/explain'

// A lock’s states before and after a change.

export const stateReachedBy = (action: JournalEntry['action']): 'disabled' | 'enabled' =>
  action === 'disable' ? 'disabled' : 'enabled'

/** All states after a completed change: those that it does not touch stay. */
export const statesAfter = (
  before: readonly LockState[],
  action: JournalEntry['action'],
): readonly LockState[] => {
  const states = new Set<LockState>([
    ...before.filter((state) => state !== 'disabled' && state !== 'enabled' && state !== 'unknown'),
    stateReachedBy(action),
  ])
  return lockStates.filter((state) => states.has(state))
}

/** The states before, and those after as far as they are known; `after` is null while the change runs. */
export const changeOf = ({
  statesBefore,
  state,
  action,
  reason,
}: Pick<JournalEntry, 'statesBefore' | 'state' | 'action' | 'reason'>): {
  readonly before: readonly LockState[]
  readonly after: readonly (LockState | 'unchanged')[] | null
} => {
  const before = statesBefore ?? ['unknown']
  if (state === 'done') return { before, after: statesAfter(before, action) }
  // Of a lock that others changed since the check, the states before are no longer known either.
  if (state === 'unknown' || reason?.kind === 'changed-since-check') return { before, after: ['unknown'] }
  return { before, after: state === 'failed' || state === 'not-sent' ? ['unchanged'] : null }
}

/** “Frozen, Disabled”. */
export const statesText = (
  states: readonly (LockState | 'unchanged')[],
  { t, language }: Translator,
): string =>
  states
    .map((state) => (state === 'unchanged' ? t('receipt.unchanged') : t(`common.state.${state}`)))
    .join(language === 'zh' ? '、' : ', ')
