import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, crashReporter, dialog, ipcMain, nativeTheme, session, shell } from 'electron'
import { createIpcRouter } from './ipc/ipc-router'
import { parseLaunchOptions } from './app/launch-options'
import type { LaunchOptions } from './app/launch-options'
import { importSequentially, raceTimeout } from './util/async'
import {
  credentialsFrom,
  parseCredentialVariables,
  removeCredentialVariables,
} from './platform/auth/credentials'
import type { Credentials } from './platform/auth/credentials'
import { readFirstPreferences } from './settings/first-preferences'
import { describeForbiddenSwitch, findForbiddenSwitch } from './start/forbidden-switches'
import { exitWithParent, shouldRelaunch, relaunchWithoutSecrets } from './start/relaunch-without-secrets'
import { createDisposableStore, stopTimeoutsMs } from './util/disposable-store'
import { claimUserData } from './start/user-data-folder'
import { declareAppScheme, serveApp } from './window/app-protocol'
import { lockDownContents, lockDownSession, turnOffDnsPrefetch } from './window/lock-down'
import { createMainWindow } from './window/main-window'

/** `out/main`, the folder of the other built programs and the page. */
const programFolder = import.meta.dirname

/** Started parts, each with a time limit to stop, so that a hanging part does not block quitting. */
const disposables = createDisposableStore(stopTimeoutsMs.app)

/**
 * Opens the window with its protections first. While the page's process starts, main loads `bootstrap.ts`; IPC
 * calls of the page wait until then.
 */
const open = async (options: LaunchOptions, credentials: Credentials): Promise<void> => {
  const { theme, window: placement } = readFirstPreferences(app.getPath('userData'))
  nativeTheme.themeSource = theme
  await lockDownSession(session.defaultSession)
  serveApp(resolve(programFolder, '../renderer'))
  const router = createIpcRouter({ ipcMain, isTrusted: (event) => window.isTrusted(event) })
  disposables.add(router)
  const window = createMainWindow({
    preload: join(programFolder, '../preload/index.cjs'),
    icon: resolve(programFolder, '../../resources/icon.png'),
    devTools: !app.isPackaged,
    placement,
    systemLanguage: app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en',
    errorPageActions: {
      restart: () => {
        app.relaunch()
        app.quit()
      },
      folder: () => void shell.openPath(join(app.getPath('userData'), 'logs')),
    },
  })
  window.show()
  await importSequentially([() => import('#shared/bridge/commands'), () => import('./log/log')])
  const { start } = await import('./start/bootstrap')
  await start(
    { options, launchedCredentials: credentials, window, placement, programFolder, disposables },
    router,
  )
}

const stopAll = (): Promise<void> =>
  raceTimeout(
    disposables.stop().catch(() => undefined),
    8_000,
  )

const leave = (message: string, code: number): void => {
  process.stderr.write(`${message}\n`)
  app.exit(code)
}

/** An AppImage started from a menu has no terminal, so it shows a dialog. */
const refuse = (why: string): void => {
  if (process.env['APPIMAGE'] === undefined) leave(`lock-desk: ${why}`, 2)
  else
    void app.whenReady().then(() => {
      dialog.showErrorBox('Lock Desk', `Lock Desk does not start here: ${why}`)
      leave(`lock-desk: ${why}`, 2)
    })
}

// Removes the secrets before any other process starts.
const keys = removeCredentialVariables(process.env)
const options = parseLaunchOptions(process.argv.slice(1), app.isPackaged)
const refused = findForbiddenSwitch(
  { hasSwitch: (name) => app.commandLine.hasSwitch(name), args: process.argv.slice(1) },
  { isPackaged: app.isPackaged, isRoot: process.platform === 'linux' && process.getuid?.() === 0 },
)
if (refused !== null) {
  refuse(describeForbiddenSwitch(refused))
} else if (!options.ok) {
  leave(`lock-desk: ${options.error.message}`, 2)
} else if (shouldRelaunch(keys, { platform: process.platform, isPackaged: app.isPackaged })) {
  app.exit(relaunchWithoutSecrets(keys))
} else {
  const { userData, keysFromStdin, hasLifeline } = options.value
  const credentials = credentialsFrom(
    keysFromStdin ? parseCredentialVariables(readFileSync(0, 'utf8')) : keys,
  )
  if (hasLifeline) exitWithParent()
  if (userData !== null) app.setPath('userData', resolve(userData))
  const unusable = claimUserData(app.getPath('userData'))
  if (unusable !== null) {
    // Chromium writes into its folder even to show a dialog.
    const emptyFolder = mkdtempSync(join(tmpdir(), 'lock-desk-'))
    app.setPath('userData', emptyFolder)
    app.on('quit', () => rmSync(emptyFolder, { recursive: true, force: true }))
  }
  // Files outside the data folder, such as downloaded updates, are written by the user alone too.
  process.umask(process.umask(0o077) | 0o022)
  turnOffDnsPrefetch(app)
  // Crash dumps stay in the data folder (diagnose/crash-dumps.ts).
  if (unusable === null) crashReporter.start({ uploadToServer: false })
  declareAppScheme()
  lockDownContents(app)
  if (unusable !== null) {
    void app.whenReady().then(() => {
      const why = unusable(app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en')
      process.stderr.write(`lock-desk: ${why}\n`)
      dialog.showErrorBox('Lock Desk', why)
      app.exit(1)
    })
  } else if (app.requestSingleInstanceLock()) {
    let hasStopped = false
    app.on('window-all-closed', () => app.quit())
    app.on('will-quit', (event) => {
      if (hasStopped) return
      event.preventDefault()
      void stopAll().then(() => {
        hasStopped = true
        // With nothing to stop yet, this runs within the event; Electron ignores a quit until the event has ended.
        setImmediate(() => app.quit())
      })
    })
    // Not a top-level await: an ES module that awaits `ready` there never resolves.
    app.whenReady().then(
      () =>
        open(options.value, credentials).catch((error: unknown) => {
          const reason = error instanceof Error ? error.message : 'unknown'
          dialog.showErrorBox('Lock Desk', `Lock Desk cannot start here: ${reason}`)
          leave(`lock-desk: ${reason}`, 1)
        }),
      () => leave('lock-desk: Electron did not get ready', 1),
    )
  } else {
    app.quit()
  }
}
