import { isFocusLost } from '../../ui/keyboard/keep-focus'

/** An element of a page that can be found again after the page was left and opened. */
interface Mark {
  readonly selector: string
  /** Its place among the elements with this selector. */
  readonly at: number
}

/** How far a page was scrolled, and what had the focus in it. */
export interface PagePosition {
  readonly scrolled: readonly (Mark & { readonly top: number })[]
  readonly focused: (Mark & { readonly text: string }) | null
}

/** Longer than lists take to be shown; afterwards, the page stays where it is. */
const limitMs = 2_000
/** Rows that are filtered or sorted meanwhile move the page again, for some frames. */
const steadyFrames = 24

const selectorOf = ({ tagName, dataset, classList }: HTMLElement): string => {
  const id = dataset['testid']
  if (id !== undefined) return `[data-testid="${CSS.escape(id)}"]`
  return [tagName.toLowerCase(), ...[...classList].map((name) => CSS.escape(name))].join('.')
}
const markOf = (page: HTMLElement, element: HTMLElement): Mark => {
  const selector = selectorOf(element)
  return { selector, at: [...page.querySelectorAll(selector)].indexOf(element) }
}
const find = (page: HTMLElement, { selector, at }: Mark): HTMLElement | null =>
  page.querySelectorAll<HTMLElement>(selector)[at] ?? null

export const positionOf = (page: HTMLElement | null): PagePosition => {
  if (page === null) return { scrolled: [], focused: null }
  const { activeElement } = document
  const focused = activeElement instanceof HTMLElement && page.contains(activeElement) ? activeElement : null
  return {
    scrolled: [...page.querySelectorAll<HTMLElement>('*')]
      .filter(({ scrollTop }) => scrollTop > 0)
      .map((element) => ({ ...markOf(page, element), top: element.scrollTop })),
    focused:
      focused === null || focused.tagName === 'H1'
        ? null
        : { ...markOf(page, focused), text: focused.innerText },
  }
}

/** The page has set the focus on its own, or the person has. */
const isFocusTaken = (): boolean => document.activeElement?.tagName !== 'H1' && !isFocusLost()

/**
 * Scrolls and focuses as before, once the rows are there. It ends at the first press of the person, and after two
 * seconds. Returns a function that ends it.
 */
export const restorePosition = (page: () => HTMLElement | null, position: PagePosition): (() => void) => {
  let toFocus = position.focused
  let steady = 0
  const end = performance.now() + limitMs
  let frame = 0
  const stop = (): void => {
    cancelAnimationFrame(frame)
    for (const press of ['keydown', 'pointerdown', 'wheel']) window.removeEventListener(press, stop, true)
  }
  const step = (): void => {
    const root = page()
    const isLast = performance.now() > end
    if (root !== null) {
      const element = toFocus === null ? null : find(root, toFocus)
      if (element !== null && element.innerText === toFocus?.text) {
        if (!isFocusTaken()) element.focus({ preventScroll: true })
        toFocus = null
      }
      const moved = position.scrolled.filter((mark) => {
        const scroller = find(root, mark)
        const isThere = scroller !== null && Math.abs(scroller.scrollTop - mark.top) < 1
        if (!isThere) scroller?.scrollTo({ top: mark.top, behavior: 'instant' })
        return !isThere
      })
      steady = moved.length === 0 ? steady + 1 : 0
    }
    if (isLast || (steady > steadyFrames && toFocus === null)) stop()
    else frame = requestAnimationFrame(step)
  }
  for (const press of ['keydown', 'pointerdown', 'wheel']) window.addEventListener(press, stop, true)
  frame = requestAnimationFrame(step)
  return stop
}
