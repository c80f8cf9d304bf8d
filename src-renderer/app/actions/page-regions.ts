/** Finds the targets of the shortcuts common to all pages in the DOM, so that pages need not register them. */

const isShown = (element: HTMLElement): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && element.closest('dialog, [popover]') === null

const firstShown = (selectors: readonly string[]): HTMLElement | null => {
  for (const selector of selectors) {
    for (const element of document.querySelectorAll<HTMLElement>(selector))
      if (isShown(element)) return element
  }
  return null
}

/** At most one primary button is visible; the list to disable has a red button instead. */
export const primaryButton = (): HTMLElement | null => {
  const button = firstShown([
    'main [data-primary]',
    'main button.n-button--primary-type',
    'main button.n-button--error-type',
  ])
  const isResting = button?.matches(':disabled, [aria-disabled=true]') ?? true
  return isResting ? null : button
}

export const pageSearch = (): HTMLElement | null =>
  firstShown(['main [data-find]', 'main input[data-search]', 'main [role=search] input'])

const reachable =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"], :disabled, [inert] *)'

/**
 * The elements that count as a region. Content of a card or section belongs to it, except a table, which is
 * always a region.
 */
const partSelector = [
  'nav',
  '[data-region]',
  'main [role=search]',
  'main [role=grid]',
  ...['header', 'section', 'aside', 'form', 'footer'].map(
    (part) => `main ${part}:not(:is(article, section, aside, li) *)`,
  ),
].join(', ')

/** The first focusable element of each region, from top to bottom. Regions without one are skipped. */
const regionStops = (): readonly HTMLElement[] => {
  const stops: HTMLElement[] = []
  let before: Element | null = null
  for (const element of document.querySelectorAll<HTMLElement>(reachable)) {
    if (!isShown(element)) continue
    const part: Element | null = element.closest(partSelector) ?? element.closest('main')
    if (part === null || part === before) continue
    // A region that continues after a nested region is not added twice.
    const isKnown = stops.some((stop) => (stop.closest(partSelector) ?? stop.closest('main')) === part)
    before = part
    if (!isKnown) stops.push(element)
  }
  return stops
}

const partOf = (element: Element | null): Element | null =>
  element?.closest(partSelector) ?? element?.closest('main') ?? null

/** The element that F6 focuses next. For a radio group it is the selected option. */
export const nextRegion = (by: 1 | -1): HTMLElement | null => {
  const stops = regionStops()
  if (stops.length === 0) return null
  const here = partOf(document.activeElement)
  const at = stops.findIndex((stop) => partOf(stop) === here)
  const next = at === -1 ? (by === 1 ? 0 : stops.length - 1) : (at + by + stops.length) % stops.length
  const stop = stops[next] ?? null
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio') return stop
  const chosen = partOf(stop)?.querySelector<HTMLElement>(`input[name="${CSS.escape(stop.name)}"]:checked`)
  return chosen ?? stop
}
