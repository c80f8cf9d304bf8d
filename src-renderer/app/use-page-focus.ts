import { nextTick, onScopeDispose } from 'vue'
import type { Router } from 'vue-router'

/**
 * Whoever goes to another page is told so and begins at its heading, wherever the focus was; on the desk the next
 * number goes where numbers go. A page that has put the focus into a field of its own keeps it there.
 */
export const usePageFocus = (deps: {
  readonly router: Router
  /** Holds the pages, and nothing that stays from one to the next. */
  readonly page: () => HTMLElement | null
  readonly toInput: () => void
  /** The focus is in a field, whose name says nothing of the page. */
  readonly onField: () => void
}): void => {
  const stop = deps.router.afterEach(async (to, from, failure) => {
    // The first page of all is where the window begins.
    if (to.path === from.path || from.matched.length === 0 || failure !== undefined) return
    await nextTick()
    const page = deps.page()
    if (page?.contains(document.activeElement) !== true) {
      if (to.name !== 'desk') {
        toHeading(page)
        return
      }
      deps.toInput()
    }
    deps.onField()
  })
  onScopeDispose(stop)
}

/** The next Tab begins behind it. */
export const toHeading = (page: HTMLElement | null): void => {
  const heading = page?.querySelector('h1') ?? page
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
