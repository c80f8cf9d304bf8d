import { onScopeDispose } from 'vue'
import { isFocusLost } from '../ui/keyboard/keep-focus'

const isUnfocusable = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled, [inert], [inert] *') || !element.checkVisibility()

/**
 * Keeps the keyboard focus. If the focused element is removed, hidden or disabled, its nearest remaining
 * ancestor takes the focus, so that the next Tab continues there; when the element is usable again, it gets the
 * focus back. An ancestor and not another button: an Enter meant for the removed button must activate nothing.
 */
export const useFocusRestore = (): void => {
  let last: { readonly element: HTMLElement; readonly ancestors: readonly HTMLElement[] } | null = null
  let fallback: { readonly to: HTMLElement; readonly from: HTMLElement } | null = null
  let checking = 0
  /** The focused element was disabled and may be enabled again before the check runs, after a fast change. */
  let wasDisabled = false

  const onFocusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === fallback?.to) return
    fallback = null
    wasDisabled = false
    const ancestors: HTMLElement[] = []
    for (
      let element = target.parentElement;
      element !== null && element !== document.body;
      element = element.parentElement
    )
      ancestors.push(element)
    last = { element: target, ancestors }
  }

  const check = (): void => {
    checking = 0
    if (fallback !== null && document.activeElement === fallback.to && !isUnfocusable(fallback.from)) {
      fallback.from.focus({ preventScroll: true })
      return
    }
    if (last === null || !isFocusLost()) return
    if (!isUnfocusable(last.element)) {
      if (wasDisabled) last.element.focus({ preventScroll: true })
      return
    }
    // Outside an open dialog nothing can have the focus, so the dialog takes it.
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
    const focusableAncestor = last.ancestors.find(
      (part) => !isUnfocusable(part) && (dialog === undefined || dialog.contains(part)),
    )
    const target = focusableAncestor ?? dialog ?? document.querySelector<HTMLElement>('main')
    if (target === null) return
    if (!target.hasAttribute('tabindex')) {
      target.tabIndex = -1
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
    }
    const from = last.element
    fallback = { to: target, from }
    target.focus({ preventScroll: true })
  }
  // The browser removes the focus in the next frame, not with the DOM change.
  const checkSoon = (): void => {
    if (last?.element.matches(':disabled') === true) wasDisabled = true
    if (checking === 0) checking = requestAnimationFrame(() => (checking = requestAnimationFrame(check)))
  }

  const observer = new MutationObserver(checkSoon)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open', 'style', 'class'],
  })
  document.addEventListener('focusin', onFocusIn)
  onScopeDispose(() => {
    observer.disconnect()
    cancelAnimationFrame(checking)
    document.removeEventListener('focusin', onFocusIn)
  })
}
