import { nextTick, onScopeDispose } from 'vue'
import type { Router } from 'vue-router'

/**
 * After navigation, announces the page and focuses its heading; on the lock desk it focuses the number field. A
 * page that focuses one of its own fields keeps that focus.
 */
export const usePageFocus = (deps: {
  readonly router: Router
  /** The element that contains the page, without the permanent layout. */
  readonly page: () => HTMLElement | null
  readonly focusInput: () => void
  /** The page focused a field, whose name does not say which page it is on. */
  readonly onField: () => void
}): void => {
  const stop = deps.router.afterEach(async (to, from, failure) => {
    // The first page after the start keeps the window's initial focus.
    if (to.path === from.path || from.matched.length === 0 || failure !== undefined) return
    await nextTick()
    const page = deps.page()
    if (page?.contains(document.activeElement) !== true) {
      if (to.name !== 'desk') {
        focusHeading(page)
        return
      }
      deps.focusInput()
    }
    deps.onField()
  })
  onScopeDispose(stop)
}

/** The next Tab continues after the heading. */
export const focusHeading = (page: HTMLElement | null): void => {
  const heading = page?.querySelector('h1') ?? page
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
