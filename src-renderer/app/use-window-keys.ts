import { onScopeDispose } from 'vue'
import { actionIds, actions } from './actions/action-table'
import type { ActionId } from './actions/action-table'
import { useActionsStore } from './actions/actions-store'
import { isPress } from './actions/keys'
import { pageActions } from './actions/page-actions'
import type { Page } from './pages'

/** What stands open above the page: a menu is closed by whoever goes elsewhere, a sheet is answered first. */
export const openSheet = (): Element | null => document.querySelector('dialog[open]')
const openMenus = (): NodeListOf<HTMLElement> => document.querySelectorAll('[popover]:popover-open')
export const hasOverlay = (): boolean => openSheet() !== null || openMenus().length > 0

/** The keys of the tables (action-table.ts, page-actions.ts), for as long as somebody offers what they do. */
export const useWindowKeys = (deps: {
  readonly go: (page: Page) => void
  readonly perform: (id: ActionId) => unknown
}): void => {
  const store = useActionsStore()

  const meant = (event: KeyboardEvent): (() => unknown) | null => {
    const page = pageActions.find(({ key }) => key !== null && isPress(event, key))?.page
    if (page !== undefined) return () => deps.go(page)
    const id = actionIds.find((one) => {
      const { keys = [], heardBy } = actions[one]
      return heardBy === undefined && keys.some((key) => isPress(event, key)) && store.of(one) !== null
    })
    return id === undefined ? null : () => deps.perform(id)
  }

  const listen = (event: KeyboardEvent): void => {
    // What an input method is at work on, or has taken, is no key of ours.
    if (event.defaultPrevented || event.isComposing || event.repeat || openSheet() !== null) return
    const menus = openMenus()
    // An open menu closes by Escape; nothing behind it does at the same time.
    if (menus.length > 0 && event.key === 'Escape') return
    const act = meant(event)
    if (act === null) return
    event.preventDefault()
    for (const menu of menus) menu.hidePopover()
    act()
  }
  window.addEventListener('keydown', listen)
  onScopeDispose(() => window.removeEventListener('keydown', listen))
}
