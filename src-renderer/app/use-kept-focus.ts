import { onScopeDispose } from 'vue'

const isAtRest = (element: Element): boolean =>
  !element.isConnected || element.matches(':disabled, [inert], [inert] *') || !element.checkVisibility()

/** Where nothing has the focus: keys would go nowhere, and a screen reader begins at the top again. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * The focus is never lost: where what had it was removed, hidden or put to rest, the nearest part around it that is
 * left takes it, so that the next Tab goes on from there; and gives it back as soon as the same button can be used
 * again. A part, and no other button: an Enter that was meant for what is gone must hit nothing.
 */
export const useKeptFocus = (): void => {
  let last: { readonly element: HTMLElement; readonly around: readonly HTMLElement[] } | null = null
  let lent: { readonly to: HTMLElement; readonly from: HTMLElement } | null = null
  let checking = 0
  /** What had it was put to rest meanwhile, and may be in use again before anybody looked: a change that went fast. */
  let hasRested = false

  const note = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target === lent?.to) return
    lent = null
    hasRested = false
    const around: HTMLElement[] = []
    for (let one = target.parentElement; one !== null && one !== document.body; one = one.parentElement)
      around.push(one)
    last = { element: target, around }
  }

  const check = (): void => {
    checking = 0
    if (lent !== null && document.activeElement === lent.to && !isAtRest(lent.from)) {
      lent.from.focus({ preventScroll: true })
      return
    }
    if (last === null || !isLost()) return
    if (!isAtRest(last.element)) {
      if (hasRested) last.element.focus({ preventScroll: true })
      return
    }
    // Behind an open sheet nothing can have it; the sheet itself has it then.
    const sheet = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
    const left = last.around.find((part) => !isAtRest(part) && (sheet === undefined || sheet.contains(part)))
    const place = left ?? sheet ?? document.querySelector<HTMLElement>('main')
    if (place === null) return
    if (!place.hasAttribute('tabindex')) {
      place.tabIndex = -1
      place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true })
    }
    const from = last.element
    lent = { to: place, from }
    place.focus({ preventScroll: true })
  }
  // The browser takes the focus away with the next frame, not with the change itself.
  const checkSoon = (): void => {
    if (last?.element.matches(':disabled') === true) hasRested = true
    if (checking === 0) checking = requestAnimationFrame(() => (checking = requestAnimationFrame(check)))
  }

  const observer = new MutationObserver(checkSoon)
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert', 'open', 'style', 'class'],
  })
  document.addEventListener('focusin', note)
  onScopeDispose(() => {
    observer.disconnect()
    cancelAnimationFrame(checking)
    document.removeEventListener('focusin', note)
  })
}
