import { BrowserWindow, nativeTheme } from 'electron'
import type { IpcMainInvokeEvent } from 'electron'
import { eventChannel } from '#shared/channels'
import type { EventName, Events } from '#shared/events'
import { appOrigin } from './app-protocol'

export interface MainWindow {
  tell<Name extends EventName>(name: Name, value: Events[Name]): void
  /** Whether a call comes from the top frame of this window, showing the app's own page. */
  readonly isTrusted: (event: IpcMainInvokeEvent) => boolean
  /** Brings it to the front; opens it again where it was closed. */
  show(): void
  /** Loads the page anew, on its first screen. Resolves when nothing of the old page can call any more. */
  startOver(): Promise<void>
  /** Told of the window that is open, and of each that is opened later before it has loaded anything. */
  onOpened(listener: (window: BrowserWindow) => void): void
  /** Told of each page that has loaded, the one that is there already included. */
  onLoaded(listener: (window: BrowserWindow) => Promise<void>): void
  readonly window: () => BrowserWindow | null
  /** Resolves when a page was drawn, or nothing came of it for so long that nobody should wait for it any more. */
  readonly firstPicture: Promise<void>
}

/** A computer too slow for a first picture within it reads its records before it. */
const longestWaitMs = 3_000

/** Before the page has drawn itself; the same greys as the page's own. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#121718' : '#f3f5f5')

export const createMainWindow = (paths: { preload: string; icon: string; devTools: boolean }): MainWindow => {
  let window: BrowserWindow | null = null
  const openings = new Set<(window: BrowserWindow) => void>()
  const loaded = new Set<(window: BrowserWindow) => Promise<void>>()
  let hasLoaded = false
  let onDrawn!: () => void
  const firstPicture = new Promise<void>((done) => {
    onDrawn = done
  })
  setTimeout(onDrawn, longestWaitMs).unref()

  const open = (): BrowserWindow => {
    const opened = new BrowserWindow({
      width: 1280,
      height: 800,
      minWidth: 720,
      minHeight: 480,
      // A page that paints waits for the graphics process before its first line is read. Hidden, it reads its program
      // while that one starts, and is shown when it has loaded.
      show: false,
      paintWhenInitiallyHidden: false,
      backgroundColor: background(),
      icon: paths.icon,
      autoHideMenuBar: true,
      webPreferences: {
        preload: paths.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        spellcheck: false,
        devTools: paths.devTools,
      },
    })
    const reveal = () => {
      if (!opened.isDestroyed() && !opened.isVisible()) opened.show()
    }
    opened.webContents.once('did-finish-load', reveal)
    // A page that does not load is to be seen as one that does not.
    const patience = setTimeout(reveal, longestWaitMs)
    opened.once('ready-to-show', onDrawn)
    opened.on('closed', () => {
      clearTimeout(patience)
      window = null
      hasLoaded = false
    })
    // A page that crashed comes back by itself: the work is in main and goes on.
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && !opened.isDestroyed()) opened.webContents.reload()
    })
    opened.webContents.on('did-finish-load', () => {
      hasLoaded = true
      for (const listener of loaded) void listener(opened)
    })
    for (const listener of openings) listener(opened)
    void opened.loadURL(`${appOrigin}/index.html`)
    window = opened
    return opened
  }

  return {
    tell: (name, value) => {
      if (window !== null && !window.isDestroyed()) window.webContents.send(eventChannel(name), value)
    },
    isTrusted: ({ sender, senderFrame }) => {
      if (window === null || window.isDestroyed() || sender !== window.webContents) return false
      if (senderFrame === null || senderFrame !== window.webContents.mainFrame) return false
      return senderFrame.url.startsWith(`${appOrigin}/`)
    },
    show: () => {
      const shown = window ?? open()
      if (shown.isMinimized()) shown.restore()
      shown.focus()
    },
    startOver: () => {
      const shown = window
      if (shown === null || shown.isDestroyed()) return Promise.resolve()
      return new Promise((resolve) => {
        // From the commit of the new page on, whatever comes over the bridge is the new page's.
        shown.webContents.once('did-navigate', () => resolve())
        shown.once('closed', () => resolve())
        void shown.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
      })
    },
    onOpened: (listener) => {
      openings.add(listener)
      if (window !== null) listener(window)
    },
    onLoaded: (listener) => {
      loaded.add(listener)
      if (window !== null && hasLoaded) void listener(window)
    },
    window: () => window,
    firstPicture,
  }
}
