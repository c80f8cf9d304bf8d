import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { CrashLoop } from './crash-loop'
import { ask } from './dialogs/ask'
import { joinLines } from './dialogs/dialog-text'
import { errorPage, errorPageAction, errorPageTexts } from './error-page'
import type { ErrorPageAction } from './error-page'
import { reloadCrashed } from './replace-page'

/** Chromium's ERR_ABORTED: another load replaced this one. */
const aborted = -3

/** A crash within this time after loading counts as a crash while loading. */
const earlyCrashMs = 1_000

/** The last resort, if even the script-free error page fails to load. */
const offerRestart = async (
  language: 'en' | 'zh',
  actions: Readonly<Record<ErrorPageAction, () => void>>,
): Promise<void> => {
  const { title, text, next, restart, folder } = errorPageTexts(language)
  const response = await ask(
    { dialog, window: () => null },
    {
      type: 'error',
      message: title,
      detail: joinLines(text, next),
      buttons: [restart, folder],
      defaultId: 0,
      cancelId: 0,
    },
  )
  if (response === 0) actions.restart()
  else actions.folder()
}

/**
 * Loads the page of a window again when it crashes, because the work continues in main, and shows the error page if it
 * does not load or keeps crashing.
 */
export const watchPage = (
  window: BrowserWindow,
  deps: {
    /** Counts the crashes of all windows. */
    readonly crashes: CrashLoop
    readonly language: () => 'en' | 'zh'
    readonly actions: Readonly<Record<ErrorPageAction, () => void>>
    readonly onCrash: () => void
    /** The app's own page has loaded. */
    readonly onLoaded: () => void
    /** Opens another window in place of this one. */
    readonly replace: () => void
  },
): { readonly showErrorPage: () => void } => {
  const { crashes, language, actions } = deps
  const { webContents } = window
  let loadedAt: number | null = null
  let isFaulty = false

  const showErrorPage = (): void => {
    if (window.isDestroyed()) return
    const isFirst = !isFaulty
    isFaulty = true
    if (isFirst) void window.loadURL(errorPage(language())).catch(() => undefined)
    else void offerRestart(language(), actions).catch(() => undefined)
  }

  webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const isEarly = loadedAt === null || performance.now() - loadedAt < earlyCrashMs
    loadedAt = null
    // Nothing is loaded within the event (replace-page.ts).
    if (isFaulty || crashes.isLooping(isEarly)) setImmediate(showErrorPage)
    else {
      deps.onCrash()
      reloadCrashed(window, deps.replace)
    }
  })
  webContents.on('did-fail-load', (_event, code, _what, _url, isMainFrame) => {
    if (isMainFrame && code !== aborted) showErrorPage()
  })
  // Navigation is always blocked (lock-down.ts); this only runs the link's action.
  webContents.on('will-frame-navigate', ({ url }) => {
    const action = isFaulty ? errorPageAction(url) : null
    if (action !== null) actions[action]()
  })
  webContents.on('did-navigate', (_event, url) => {
    isFaulty = url.startsWith('data:')
    loadedAt = null
  })
  webContents.on('did-finish-load', () => {
    loadedAt = performance.now()
    if (!isFaulty) deps.onLoaded()
  })
  return { showErrorPage }
}
