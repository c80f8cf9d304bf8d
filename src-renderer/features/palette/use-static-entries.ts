import { Bookmark } from '@lucide/vue'
import { computed } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { actionIds, actions } from '../../actions/action-table'
import type { ActionId } from '../../actions/action-table'
import { useActionsStore } from '../../actions/actions-store'
import type { TargetLock } from '../../actions/actions-store'
import { useAppStore } from '../../stores/app-store'
import { pageActions } from '../../actions/page-actions'
import { usePerform } from '../../actions/use-perform'
import { isPage, pages } from '../../actions/pages'
import { settingsSections } from '../../actions/settings-sections'
import { useReviewStore } from '../../stores/review-store'
import { zh } from '../../i18n/chinese'
import { en } from '../../i18n/messages'
import type { TextKey } from '../../i18n/messages'
import { plainText } from '../../i18n/plain-text'
import { useTexts } from '../../i18n/use-texts'
import { groupShellNumber } from '#shared/model/locks/shell-number'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { viewPages } from '#shared/model/app/saved-view'
import { lendLinkOf } from '../../entities/loan/lend-link'
import { pageOfView } from '../../entities/saved-view/page-of-view'
import { useSavedViewsStore } from '../../entities/saved-view/saved-views-store'
import type { PaletteEntry } from './palette-entry'

/** The actions available for a lock, as on its card. */
const lockActionsOf = (record: LockRecord, hasLending: boolean): readonly ActionId[] => {
  const { locked } = record
  const link = hasLending ? lendLinkOf(record) : null
  return [
    ...(locked === true ? [] : (['disable-lock'] as const)),
    ...(locked === false ? [] : (['enable-lock'] as const)),
    ...(link === null ? [] : ([link === 'lend' ? 'lend-lock' : 'show-loan'] as const)),
  ]
}

/** A text in both languages: the person may know the word of either. */
const textsOf = (key: TextKey): readonly string[] =>
  [en, zh].flatMap((messages) => plainText(messages, key) ?? [])

/** The entries that need no search: pages, sections of the settings and actions from their tables, and saved views. */
export const useStaticEntries = () => {
  const store = useActionsStore()
  const app = useAppStore()
  const review = useReviewStore()
  const route = useRoute()
  const router = useRouter()
  const perform = usePerform()
  const savedViews = useSavedViewsStore()
  const { t } = useTexts()
  void savedViews.loadOnce()

  const viewEntries = computed<readonly PaletteEntry[]>(() =>
    viewPages
      .filter((page) => !app.isPageHidden(pageOfView[page]))
      .flatMap((page) => {
        const place = pageOfView[page]
        const title = t(`frame.${place}`)
        return savedViews.of(page).views.map(({ name }) => ({
          id: `view:${page}:${name}`,
          kind: 'view' as const,
          title: name,
          others: [title, en.views.button, zh.views.button],
          detail: title,
          icon: Bookmark,
          keys: [],
          run: () => {
            savedViews.requested = { page, name }
            return router.push({ name: place })
          },
        }))
      }),
  )
  const pageEntries = computed<readonly PaletteEntry[]>(() =>
    pageActions(app.isPageHidden)
      .filter(({ page }) => page !== 'to-settle' || review.total > 0)
      .map(({ page, key }) => ({
        id: `page:${page}`,
        kind: 'page',
        title: t(`frame.${page}`),
        others: [en.frame[page], zh.frame[page], page],
        detail: '',
        icon: pages[page].icon,
        keys: key === null ? [] : [key],
        run: () => router.push({ name: page }),
      })),
  )

  const settingEntries = computed<readonly PaletteEntry[]>(() =>
    settingsSections.map(({ id, title, parts }) => ({
      id: `settings:${id}`,
      kind: 'page',
      title: t(title),
      others: [t('frame.settings'), ...[title, ...parts].flatMap((key) => textsOf(key))],
      detail: t('frame.settings'),
      icon: pages.settings.icon,
      keys: [],
      run: async () => {
        await router.push({ name: 'settings', hash: `#${id}` })
        // The page goes to a section once: it may have been scrolled since.
        document.getElementById(id)?.scrollIntoView({ block: 'start' })
      },
    })),
  )

  /** On its own page an action is listed if it is available; on other pages it opens its page first. */
  const isRegistered = (id: ActionId): boolean => {
    const { page, isLocal = false, isKeyOnly = false, isChange = false, target, permission } = actions[id]
    if (isKeyOnly || target !== undefined || app.isPageHidden(page)) return false
    if (isChange && app.isLookOnly) return false
    if (permission !== undefined && app.isForbidden(permission)) return false
    if (page === 'any' || page === 'current' || page === route.name || isLocal) {
      return store.of(id) !== null
    }
    return true
  }
  const entryOf = (id: ActionId, lock: TargetLock | null): PaletteEntry => {
    const { page, icon, keys = [] } = actions[id]
    const number = lock === null ? '' : groupShellNumber(lock.number)
    const place = isPage(page) ? page : null
    return {
      id: lock === null ? `action:${id}` : `action:${id}:${lock.number}`,
      kind: 'action',
      title: t(`actions.title.${id}`, { number }),
      others: [en.actions.title[id], zh.actions.title[id], ...(place === null ? [] : [t(`frame.${place}`)])],
      detail: place === null ? '' : t(`frame.${place}`),
      icon: icon ?? pages.desk.icon,
      keys,
      run: () => perform(id, lock),
    }
  }
  const actionEntries = computed(() => actionIds.filter(isRegistered).map((id) => entryOf(id, null)))

  return {
    pageEntries,
    settingEntries,
    viewEntries,
    actionEntries,
    /** Whether the entry belongs to the open page. */
    isOfPage: (id: string): boolean =>
      actionIds.some((actionId) => id === `action:${actionId}` && actions[actionId].page === route.name),
    ofLock: (lock: TargetLock): readonly PaletteEntry[] =>
      lock.record === null
        ? []
        : lockActionsOf(lock.record, !app.isPageHidden('lending'))
            .filter((id) => !app.isLookOnly || actions[id].isChange !== true)
            .map((id) => entryOf(id, lock)),
  }
}
