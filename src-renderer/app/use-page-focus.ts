import { nextTick, onScopeDispose } from 'vue'
import type { Router } from 'vue-router'

/**
 * What had the focus went with its page: the next Tab begins in the page that came, not at the top of the window,
 * and on the desk the next number goes where numbers go. What stays (the rail) keeps the focus.
 */
export const usePageFocus = (deps: {
  readonly router: Router
  readonly toPage: () => void
  readonly toInput: () => void
}): void => {
  const stop = deps.router.afterEach(async (to, from) => {
    if (to.path === from.path) return
    await nextTick()
    const { activeElement } = document
    if (activeElement !== null && activeElement !== document.body) return
    if (to.name === 'desk') deps.toInput()
    else deps.toPage()
  })
  onScopeDispose(stop)
}
