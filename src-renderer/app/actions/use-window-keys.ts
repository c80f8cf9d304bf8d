import { onScopeDispose } from 'vue'
import { actionIds, actions } from '../../actions/action-table'
import type { ActionId } from '../../actions/action-table'
import { useActionsStore } from '../../actions/actions-store'
import { isPress } from '../../actions/keys'
import { pageActions } from '../../actions/page-actions'
import type { Page } from '../../actions/pages'

/** The open menus or dialogs: navigation closes a menu, but a dialog must be closed by the user first. */
export const openDialog = (): Element | null => document.querySelector('dialog[open]')
const openMenus = (): NodeListOf<HTMLElement> => document.querySelectorAll('[popover=auto]:popover-open')
export const hasOverlay = (): boolean => openDialog() !== null || openMenus().length > 0

/** A scan while a menu is open closes the menu and looks up the lock. */
export const closeMenus = (): void => {
  for (const menu of openMenus()) menu.hidePopover()
}

/** Binds the shortcuts in action-table.ts and page-actions.ts to the available actions. */
export const useWindowKeys = (deps: {
  readonly go: (page: Page) => void
  /** A hidden page has no key. */
  readonly isHidden: (page: Page) => boolean
  readonly perform: (id: ActionId) => unknown
}): void => {
  const store = useActionsStore()

  const handlerFor = (event: KeyboardEvent): (() => unknown) | null => {
    const page =
      openDialog() !== null
        ? undefined
        : pageActions(deps.isHidden).find(({ key }) => key !== null && isPress(event, key))?.page
    if (page !== undefined) return () => deps.go(page)
    const id = actionIds.find((id) => {
      const { keys = [], handledBy, isInDialogs = false } = actions[id]
      if (openDialog() !== null && !isInDialogs) return false
      return handledBy === undefined && keys.some((key) => isPress(event, key)) && store.of(id) !== null
    })
    return id === undefined ? null : () => deps.perform(id)
  }

  const listen = (event: KeyboardEvent): void => {
    // Keys that an input method is composing or has handled are ignored.
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const menus = openMenus()
    // Esc closes only the open menu.
    if (menus.length > 0 && event.key === 'Escape') return
    const act = handlerFor(event)
    if (act === null) return
    event.preventDefault()
    if (openDialog() === null) closeMenus()
    act()
  }
  window.addEventListener('keydown', listen)
  onScopeDispose(() => window.removeEventListener('keydown', listen))
}
