import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { app, dialog, ipcMain, nativeTheme, session } from 'electron'
import { openFrontDoor } from './ipc/front-door'
import { parseLaunchOptions } from './launch-options'
import type { LaunchOptions } from './launch-options'
import { loadInTurns } from './load-in-turns'
import { credentialsFrom, readKeys, takeKeys } from './platform/credentials'
import type { Credentials } from './platform/credentials'
import { chosenTheme } from './settings/chosen-theme'
import { refusalOf, refusedSwitch } from './refused-switches'
import { endWithStarter, isToStartAgain, startWithoutKeys } from './start-without-keys'
import { declareAppScheme, serveApp } from './window/app-protocol'
import { lockDownContents, lockDownSession } from './window/lock-down'
import { createMainWindow } from './window/main-window'

/** `out/main`, beside which the other programs and the page lie. */
const here = import.meta.dirname

/** What has started, to be stopped in reverse. */
const stoppers: (() => Promise<void> | void)[] = []

/**
 * The window and the walls around it come first, and little else is in this program: while the page's process starts,
 * the rest of the house (`main.ts`) is loaded beside it. What the page asks meanwhile waits at the door.
 */
const open = async (options: LaunchOptions, credentials: Credentials): Promise<void> => {
  nativeTheme.themeSource = chosenTheme(app.getPath('userData'))
  lockDownSession(session.defaultSession)
  serveApp(resolve(here, '../renderer'))
  const door = openFrontDoor(ipcMain)
  const window = createMainWindow({
    preload: join(here, '../preload/index.cjs'),
    icon: resolve(here, '../../resources/icon.png'),
    devTools: !app.isPackaged,
  })
  window.show()
  await loadInTurns([() => import('#shared/commands-schema'), () => import('./log/log')])
  const { start } = await import('./main')
  await start({ options, credentials, window, here, stoppers, door })
}

/** Everything that has started stops, the last first; what hangs does not hold up the rest for ever. */
const stopAll = async (): Promise<void> => {
  const patience = new Promise((done) => setTimeout(done, 8_000))
  const stopping = (async () => {
    for (const stop of stoppers.reverse()) await stop()
  })().catch(() => undefined)
  await Promise.race([stopping, patience])
}

const leave = (message: string, code: number): void => {
  process.stderr.write(`${message}\n`)
  app.exit(code)
}

/** Whoever started an AppImage from a menu sees no terminal. */
const refuse = (why: string): void => {
  if (process.env['APPIMAGE'] === undefined) leave(`lock-desk: ${why}`, 2)
  else
    void app.whenReady().then(() => {
      dialog.showErrorBox('Lock Desk', `Lock Desk does not start here: ${why}`)
      leave(`lock-desk: ${why}`, 2)
    })
}

// Before any other process is started.
const keys = takeKeys(process.env)
const options = parseLaunchOptions(process.argv.slice(1), app.isPackaged)
const refused = refusedSwitch(
  { hasSwitch: (name) => app.commandLine.hasSwitch(name), args: process.argv.slice(1) },
  { isPackaged: app.isPackaged, isRoot: process.platform === 'linux' && process.getuid?.() === 0 },
)
if (refused !== null) {
  refuse(refusalOf(refused))
} else if (!options.ok) {
  leave(`lock-desk: ${options.error.message}`, 2)
} else if (isToStartAgain(keys, { platform: process.platform, isPackaged: app.isPackaged })) {
  app.exit(startWithoutKeys(keys))
} else {
  const { userData, keysFromStdin, hasLifeline } = options.value
  const credentials = credentialsFrom(keysFromStdin ? readKeys(readFileSync(0, 'utf8')) : keys)
  if (hasLifeline) endWithStarter()
  if (userData !== null) {
    mkdirSync(userData, { recursive: true, mode: 0o700 })
    app.setPath('userData', resolve(userData))
  }
  declareAppScheme()
  lockDownContents(app)
  if (app.requestSingleInstanceLock()) {
    let hasStopped = false
    app.on('window-all-closed', () => app.quit())
    app.on('will-quit', (event) => {
      if (hasStopped) return
      event.preventDefault()
      void stopAll().then(() => {
        hasStopped = true
        app.quit()
      })
    })
    // Not awaited at the top level: an ES module that awaits `ready` there never gets it.
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
