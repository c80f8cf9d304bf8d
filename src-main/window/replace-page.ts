import type { BrowserWindow } from 'electron'

/** A page that takes longer to be replaced hangs. */
const maxLoadMs = 10_000

/**
 * Loads the window's next page. Resolves when the old one can no longer call; if that takes too long, the window is
 * replaced.
 */
export const replacePage = (
  window: BrowserWindow,
  { load, replaceWindow }: { readonly load: () => void; readonly replaceWindow: () => void },
): Promise<void> =>
  new Promise((resolve) => {
    const timeout = setTimeout(() => {
      replaceWindow()
      resolve()
    }, maxLoadMs)
    const done = () => {
      clearTimeout(timeout)
      resolve()
    }
    // After the new page's commit, all IPC calls come from the new page.
    window.webContents.once('did-navigate', done)
    window.once('closed', done)
    load()
  })

/**
 * Loads the page again after its crash. Not within the event: Electron is still taking the page's process down then, and
 * a load at that moment may never start or ends the app.
 */
export const reloadCrashed = (window: BrowserWindow, replaceWindow: () => void): void => {
  setImmediate(() => {
    if (window.isDestroyed()) return
    void replacePage(window, { load: () => window.webContents.reload(), replaceWindow })
  })
}
