import { onScopeDispose } from 'vue'
import { railPages } from './pages'
import type { Page } from './pages'

const pagesByKey = new Map<string, Page>([
  ...railPages.slice(0, 9).map((name, place) => [`Digit${String(place + 1)}`, name] as const),
  ['Comma', 'settings'],
])

/** The keys that work on every page; `KeysDialog.vue` lists them. */
export const useWindowKeys = (deps: {
  readonly isBusy: () => boolean
  readonly go: (page: Page) => void
  readonly toInput: () => void
  readonly showKeys: () => void
  readonly closeResult: () => void
}): void => {
  const listen = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || deps.isBusy()) return
    const withCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
    const page = withCommand ? pagesByKey.get(event.code) : undefined
    if (page !== undefined) deps.go(page)
    else if (withCommand && event.code === 'KeyL') deps.toInput()
    else if (event.key === 'F1') deps.showKeys()
    else if (event.key === 'Escape') deps.closeResult()
    else return
    event.preventDefault()
  }
  window.addEventListener('keydown', listen)
  onScopeDispose(() => window.removeEventListener('keydown', listen))
}
