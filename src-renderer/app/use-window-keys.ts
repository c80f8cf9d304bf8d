import { onScopeDispose } from 'vue'
import type { Page } from './router'

const pagesByKey: Readonly<Record<string, Page>> = {
  Digit1: 'desk',
  Digit2: 'journal',
  Digit3: 'devices',
  Comma: 'settings',
}

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
    const page = withCommand ? pagesByKey[event.code] : undefined
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
