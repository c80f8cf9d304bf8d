/// <reference lib="dom" />

/**
 * In the page: the controls that the focus cannot bring into view or that are covered, and the overflow of the
 * page's width. Self-contained, since it is sent to the page as text.
 */
export const unreachableControls = () => {
  const reachable =
    ':is(a[href], button, input, select, textarea, summary, [tabindex]):not([tabindex="-1"], :disabled)'
  const wrong: string[] = []
  const before = document.activeElement
  const nameOf = (element: HTMLElement): string =>
    `${element.dataset['testid'] ?? element.className} “${(element.getAttribute('aria-label') ?? element.innerText).trim().slice(0, 30)}”`

  let seen = 0
  for (const element of document.querySelectorAll<HTMLElement>(reachable)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches('.skip')) continue
    seen += 1
    // A radio or checkbox that is drawn by its label is visible as the label.
    const shown = element.matches('.visually-hidden, .n-radio-input')
      ? (element.closest('label') ?? element)
      : element
    element.focus()
    shown.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, top, right, bottom, width, height } = shown.getBoundingClientRect()
    const [from, to] = [Math.max(0, left), Math.min(innerWidth, right)]
    const [above, below] = [Math.max(0, top), Math.min(innerHeight, bottom)]
    const isIn =
      to - from >= 0.6 * Math.min(width, innerWidth) && below - above >= 0.6 * Math.min(height, 120)
    if (width < 1 || height < 1 || !isIn) {
      wrong.push(`${nameOf(element)} is outside the window`)
      continue
    }
    const places = [0.5, 0.2, 0.8].flatMap((across) => [0.5, 0.2, 0.8].map((down) => [across, down] as const))
    const isOnTop = places.some(([across, down]) => {
      const hit = document.elementFromPoint(from + (to - from) * across, above + (below - above) * down)
      return hit !== null && (shown.contains(hit) || (hit.matches('label') && hit.contains(shown)))
    })
    if (!isOnTop) wrong.push(`${nameOf(element)} is covered`)
  }
  if (seen === 0) wrong.push('no control at all')
  if (before instanceof HTMLElement) before.focus()
  return { wrong, width: innerWidth, overflow: document.documentElement.scrollWidth - innerWidth }
}
