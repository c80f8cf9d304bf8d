import type { BrowserWindow } from 'electron'

/**
 * Told by the page's own turn, and not asked for again and again: that would hold up what it waits for. Two frames
 * later what is there has been drawn; a window that is not shown yet draws none.
 */
const whenUsable = `new Promise((done) => {
  const root = document.documentElement
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => done()))
  const look = () => {
    if (root.dataset.desk === 'usable') drawn()
  }
  new MutationObserver(look).observe(root, { attributes: true })
  look()
})`

/** Says on standard output when the desk has drawn its first cards or its empty state. */
export const announceUsable = async (window: BrowserWindow): Promise<void> => {
  await window.webContents.executeJavaScript(whenUsable)
  process.stdout.write('Lock Desk usable\n')
}
