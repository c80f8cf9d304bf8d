import type { BrowserWindow } from 'electron'

const everyMs = 10

/** Says on standard output when the desk has drawn its first cards or its empty state. */
export const announceUsable = async (window: BrowserWindow): Promise<void> => {
  const look = "document.documentElement.dataset.desk === 'usable'"
  while (!window.isDestroyed()) {
    if ((await window.webContents.executeJavaScript(look)) === true) break
    await new Promise((done) => setTimeout(done, everyMs))
  }
  process.stdout.write('Lock Desk usable\n')
}
