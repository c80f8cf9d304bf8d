import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useTexts } from '../i18n/use-texts'
import { announce } from '../ui/feedback/announcer'
import { actions } from './action-table'
import type { ActionId } from './action-table'
import { useActionsStore } from './actions-store'
import type { TargetLock } from './actions-store'

/** Performs an action from any page: opens the action's page first. */
export const usePerform = (): ((id: ActionId, lock?: TargetLock | null) => Promise<void>) => {
  const store = useActionsStore()
  const router = useRouter()
  const { t } = useTexts()

  return async (id, lock = null) => {
    const { page } = actions[id]
    if (page !== 'any' && page !== 'current' && router.currentRoute.value.name !== page) {
      await router.push({ name: page })
      // The new page takes the focus first; the action may move it afterwards.
      await nextTick()
      await nextTick()
    }
    const handler = page === 'any' || page === 'current' ? store.of(id) : await store.whenRegistered(id)
    if (handler === null) announce(t('actions.notNow', { action: t(`actions.title.${id}`) }), 'assertive')
    else await handler.run(lock)
  }
}
