import { onScopeDispose } from 'vue'
import type { ActionId } from './action-table'
import { useActionsStore } from './actions-store'
import type { TargetLock, ActionHandler } from './actions-store'

/** Registers a handler for an action while the component is mounted. */
export const useAction = (
  id: ActionId,
  run: (lock: TargetLock | null) => unknown,
  more: Partial<Pick<ActionHandler, 'isEnabled' | 'title'>> = {},
): void => onScopeDispose(useActionsStore().register(id, { run, isEnabled: () => true, ...more }))
