import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { actionIds, actions } from '../../app/actions/action-table'
import type { ActionId } from '../../app/actions/action-table'
import { useActionsStore } from '../../app/actions/actions-store'
import type { MeantLock } from '../../app/actions/actions-store'
import { pageActions } from '../../app/actions/page-actions'
import { usePerform } from '../../app/actions/use-perform'
import { isPage, pages } from '../../app/pages'
import { useToSettleStore } from '../../app/stores/to-settle-store'
import { zh } from '../../i18n/chinese'
import { en } from '../../i18n/messages'
import { useTexts } from '../../i18n/use-texts'
import { groupShellNumber } from '#shared/model/shell-number'
import { lockActionsOf } from './lock-actions'
import type { PaletteEntry } from './palette-entry'

/** The entries that need no search: pages, and what can be done, as the tables have them. */
export const useStaticEntries = () => {
  const store = useActionsStore()
  const toSettle = useToSettleStore()
  const route = useRoute()
  const router = useRouter()
  const perform = usePerform()
  const { t } = useTexts()

  const pageEntries = computed<readonly PaletteEntry[]>(() =>
    pageActions
      .filter(({ page }) => page !== 'to-settle' || toSettle.total > 0)
      .map(({ page, key }) => ({
        id: `page:${page}`,
        kind: 'page',
        title: t(`frame.${page}`),
        others: [en.frame[page], zh.frame[page], page],
        beside: '',
        icon: pages[page].icon,
        keys: key === null ? [] : [key],
        run: () => router.push({ name: page }),
      })),
  )

  /** On its own page an action is offered where it can be done now; from elsewhere the page comes first. */
  const isOffered = (id: ActionId): boolean => {
    const { where, isLocal = false, isKeyOnly = false, about } = actions[id]
    if (isKeyOnly || about !== undefined) return false
    if (where === 'everywhere' || where === 'page' || where === route.name || isLocal) {
      return store.of(id) !== null
    }
    return true
  }
  const entryOf = (id: ActionId, lock: MeantLock | null): PaletteEntry => {
    const { where, icon, keys = [] } = actions[id]
    const number = lock === null ? '' : groupShellNumber(lock.number)
    const place = isPage(where) ? where : null
    return {
      id: lock === null ? `action:${id}` : `action:${id}:${lock.number}`,
      kind: 'action',
      title: t(`actions.title.${id}`, { number }),
      others: [en.actions.title[id], zh.actions.title[id], ...(place === null ? [] : [t(`frame.${place}`)])],
      beside: place === null ? '' : t(`frame.${place}`),
      icon: icon ?? pages.desk.icon,
      keys,
      run: () => perform(id, lock),
    }
  }
  const actionEntries = computed(() => actionIds.filter(isOffered).map((id) => entryOf(id, null)))

  return {
    pageEntries,
    actionEntries,
    /** Those of the page that is open. */
    isOfPage: (id: string): boolean =>
      actionIds.some((one) => id === `action:${one}` && actions[one].where === route.name),
    ofLock: (lock: MeantLock): readonly PaletteEntry[] =>
      lock.record === null ? [] : lockActionsOf(lock.record).map((id) => entryOf(id, lock)),
  }
}
