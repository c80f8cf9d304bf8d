import { onScopeDispose } from 'vue'
import type { ActionId } from './action-table'
import { useActionsStore } from './actions-store'
import type { MeantLock, Offer } from './actions-store'

/** As long as the component is there, it does this action of the table. */
export const useAction = (
  id: ActionId,
  run: (lock: MeantLock | null) => unknown,
  more: Partial<Pick<Offer, 'may' | 'title'>> = {},
): void => onScopeDispose(useActionsStore().offer(id, { run, may: () => true, ...more }))
