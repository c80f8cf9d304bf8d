import type { BrowserWindow } from 'electron'

/**
 * Reported by the page itself, because polling would slow it down. Two frames later the content is painted; a
 * hidden window paints none.
 */
const whenUsable = `new Promise((done) => {
  const root = document.documentElement
  const afterPaint = () => requestAnimationFrame(() => requestAnimationFrame(() => done()))
  const check = () => {
    if (root.dataset.desk === 'usable') afterPaint()
  }
  new MutationObserver(check).observe(root, { attributes: true })
  check()
})`

/** Prints a line when the page shows its first cards or its empty state. */
export const announceUsable = async (window: BrowserWindow): Promise<void> => {
  await window.webContents.executeJavaScript(whenUsable)
  process.stdout.write('Lock Desk usable\n')
}
