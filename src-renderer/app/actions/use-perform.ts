import { nextTick } from 'vue'
import { useRouter } from 'vue-router'
import { useTexts } from '../../i18n/use-texts'
import { announce } from '../../ui/announcer'
import { actions } from './action-table'
import type { ActionId } from './action-table'
import { useActionsStore } from './actions-store'
import type { MeantLock } from './actions-store'

/** Does an action wherever the person is: its page is opened first. */
export const usePerform = (): ((id: ActionId, lock?: MeantLock | null) => Promise<void>) => {
  const store = useActionsStore()
  const router = useRouter()
  const { t } = useTexts()

  return async (id, lock = null) => {
    const { where } = actions[id]
    if (where !== 'everywhere' && where !== 'page' && router.currentRoute.value.name !== where) {
      await router.push({ name: where })
      // First the focus goes to the new page, then where the action wants it.
      await nextTick()
      await nextTick()
    }
    const offer = where === 'everywhere' || where === 'page' ? store.of(id) : await store.soon(id)
    if (offer === null) announce(t('actions.notNow', { action: t(`actions.title.${id}`) }), 'assertive')
    else await offer.run(lock)
  }
}
