import type { Page } from 'playwright-core'

/** What moved in the page: each shift with the parts that moved, “what: from → to”. */
interface Watched {
  readonly shifts: string[]
  readonly observer: PerformanceObserver
}

const watch = (): void => {
  const shifts: string[] = []
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null)
    const { testid = '' } = element instanceof HTMLElement ? element.dataset : {}
    return `${element?.tagName.toLowerCase() ?? 'text'}.${String(element?.className)}[${testid}] “${element?.textContent.trim().slice(0, 30) ?? ''}”`
  }
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map((length) => Math.round(length)).join(' ')
  const note = (list: readonly PerformanceEntry[]) => {
    for (const entry of list as readonly LayoutShift[])
      for (const { node, previousRect, currentRect } of entry.sources)
        shifts.push(`${nameOf(node ?? null)}: ${placeOf(previousRect)} → ${placeOf(currentRect)}`)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: false })
  Object.assign(window, { watchedLayout: { shifts, observer, note } })
}

const end = (): string[] => {
  const { watchedLayout } = window as unknown as {
    watchedLayout: Watched & { note: (list: readonly PerformanceEntry[]) => void }
  }
  watchedLayout.note(watchedLayout.observer.takeRecords())
  watchedLayout.observer.disconnect()
  return watchedLayout.shifts
}

interface LayoutShift extends PerformanceEntry {
  readonly sources: readonly {
    readonly node?: Node
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** Two frames, so that what has changed is drawn and measured. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))
      }),
  )

/** Everything that moved in the page while `act` was done, by the browser's own measure of layout shifts. */
export const movedDuring = async (page: Page, act: () => Promise<unknown>): Promise<string[]> => {
  await drawn(page)
  await page.evaluate(watch)
  await act()
  await drawn(page)
  return page.evaluate(end)
}
