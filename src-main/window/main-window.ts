import { BrowserWindow, nativeTheme, screen } from 'electron'
import type { IpcMainInvokeEvent } from 'electron'
import { eventChannel } from '#shared/bridge/channels'
import type { EventName, Events } from '#shared/bridge/events'
import type { WindowPlacement } from '../settings/window-placement'
import { createEmitter } from '../util/emitter'
import { appOrigin } from './app-protocol'
import { createCrashLoop } from './crash-loop'
import type { ErrorPageAction } from './error-page'
import { replacePage } from './replace-page'
import { watchPage } from './watch-page'
import { fitToDisplays, minimumSize } from './window-bounds'

export interface MainWindow {
  emit<Name extends EventName>(name: Name, value: Events[Name]): void
  /** Whether an IPC call comes from the top frame of this window while it shows the app's own page. */
  readonly isTrusted: (event: IpcMainInvokeEvent) => boolean
  /** Brings the window to the front, or opens it again. */
  show(): void
  /**
   * Reloads the page with its first screen. Resolves when the old page can no longer call; if it does not
   * unload in time, the window is replaced.
   */
  reloadPage(): Promise<void>
  /** Calls the listener for the open window and for each later one before it loads anything. */
  onOpened(listener: (window: BrowserWindow) => void): void
  /** Calls the listener for each loaded page, including the current one. */
  onLoaded(listener: (window: BrowserWindow) => Promise<void>): void
  /** The page crashed and is loaded again. */
  onCrash(listener: () => void): void
  /** Calls the listener for each move and resize of the window. */
  onPlacementChange(listener: (placement: WindowPlacement) => void): void
  readonly window: () => BrowserWindow | null
  /** Whether the window has the keyboard focus. */
  readonly isInFront: () => boolean
  /** Replaces a page that cannot start. */
  showErrorPage(): void
  /** Sets the language of the error page; until then the system's is used. */
  setLanguage(language: () => 'en' | 'zh'): void
  /** Resolves when a page was painted or the wait took too long. */
  readonly firstPaint: Promise<void>
}

/** On a computer that is too slow to paint in this time, loading continues without waiting. */
const maxWaitMs = 3_000

/** The page may be gone before the listener has finished. */
const notifyLoaded = (listener: (window: BrowserWindow) => Promise<void>, window: BrowserWindow): void =>
  void listener(window).catch(() => undefined)

/** The color before the page is painted; the same greys as the page's. */
const background = () => (nativeTheme.shouldUseDarkColors ? '#121718' : '#f3f5f5')

export const createMainWindow = (paths: {
  preload: string
  icon: string
  devTools: boolean
  systemLanguage: 'en' | 'zh'
  /** The bounds of the last session; null on the first start. */
  placement: WindowPlacement | null
  /** The actions of the error page. */
  errorPageActions: Readonly<Record<ErrorPageAction, () => void>>
}): MainWindow => {
  const { errorPageActions } = paths
  let window: BrowserWindow | null = null
  const openListeners = createEmitter<BrowserWindow>()
  const loadListeners = createEmitter<BrowserWindow>()
  const crashListeners = createEmitter<undefined>()
  const placementListeners = createEmitter<WindowPlacement>()
  let { placement } = paths
  let hasLoaded = false
  let language = () => paths.systemLanguage
  const crashes = createCrashLoop()
  let showErrorPage: () => void = () => undefined
  let onDrawn!: () => void
  const firstPaint = new Promise<void>((done) => {
    onDrawn = done
  })
  setTimeout(onDrawn, maxWaitMs).unref()

  const open = (): BrowserWindow => {
    const main = screen.getPrimaryDisplay()
    const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
    const isMaximized = placement?.isMaximized === true
    const opened = new BrowserWindow({
      ...fitToDisplays(placement, [main.workArea, ...others.map(({ workArea }) => workArea)]),
      minWidth: minimumSize.width,
      minHeight: minimumSize.height,
      // A visible page waits for the graphics process before it runs. A hidden one loads in parallel and is
      // shown when it has loaded.
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
      if (opened.isDestroyed() || opened.isVisible()) return
      if (isMaximized) opened.maximize()
      opened.show()
    }
    const updatePlacement = () => {
      if (opened.isDestroyed() || opened.isMinimized() || opened.isFullScreen()) return
      placement = { ...opened.getNormalBounds(), isMaximized: opened.isMaximized() }
      placementListeners.emit(placement)
    }
    opened.on('move', updatePlacement)
    opened.on('resize', updatePlacement)
    opened.on('maximize', updatePlacement)
    opened.on('unmaximize', updatePlacement)
    opened.webContents.once('did-finish-load', reveal)
    // A page that does not load is shown anyway.
    const timeout = setTimeout(reveal, maxWaitMs)
    opened.once('ready-to-show', onDrawn)
    opened.on('closed', () => {
      clearTimeout(timeout)
      // Another window may have replaced this one.
      if (window !== opened) return
      window = null
      hasLoaded = false
    })
    const { showErrorPage: giveUp } = watchPage(opened, {
      crashes,
      language: () => language(),
      actions: errorPageActions,
      onCrash: () => crashListeners.emit(undefined),
      onLoaded: () => {
        hasLoaded = true
        loadListeners.emit(opened)
      },
      replace: () => replaceWindow(opened),
    })
    showErrorPage = giveUp
    openListeners.emit(opened)
    // watch-page.ts handles load errors.
    void opened.loadURL(`${appOrigin}/index.html`).catch(() => undefined)
    window = opened
    return opened
  }

  const replaceWindow = (shown: BrowserWindow): void => {
    hasLoaded = false
    open().show()
    if (!shown.isDestroyed()) shown.destroy()
  }

  return {
    emit: (name, value) => {
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
    reloadPage: () => {
      const shown = window
      if (shown === null || shown.isDestroyed()) return Promise.resolve()
      return replacePage(shown, {
        load: () => void shown.loadURL(`${appOrigin}/index.html`).catch(() => undefined),
        replaceWindow: () => replaceWindow(shown),
      })
    },
    onOpened: (listener) => {
      openListeners.add(listener)
      if (window !== null) listener(window)
    },
    onCrash: (listener) => void crashListeners.add(listener),
    onLoaded: (listener) => {
      loadListeners.add((loaded) => notifyLoaded(listener, loaded))
      if (window !== null && hasLoaded) notifyLoaded(listener, window)
    },
    onPlacementChange: (listener) => void placementListeners.add(listener),
    window: () => window,
    isInFront: () => window !== null && !window.isDestroyed() && window.isFocused(),
    showErrorPage: () => showErrorPage(),
    setLanguage: (chosen) => {
      language = chosen
    },
    firstPaint,
  }
}
