import { join, resolve } from 'node:path'
import { app, dialog, ipcMain, nativeTheme, session, shell } from 'electron'
import { messageOf } from '#shared/error-message'
import { createLockLinks, linkInArguments, readLink, withoutLinks } from '../app/lock-links'
import { createIpcRouter } from '../ipc/ipc-router'
import { languageOf, readEarlyPreferences } from '../settings/early-preferences'
import { importSequentially } from '../util/async'
import { serveApp } from '../window/app-protocol'
import { showError } from '../window/dialogs/ask'
import { systemText, text } from '../window/dialogs/dialog-text'
import { lockDownSession } from '../window/lock-down'
import { createMainWindow } from '../window/main-window'
import { relaunchLater } from '../window/restart'
import { languageIn } from './launch-language'
import type { PlanOf } from './plan-launch'
import type { PreparedProcess } from './prepare-process'
import { exitWithMessage } from './refuse-launch'
import { stopApp } from './stop-app'
import type { LaunchedProgram } from './stop-app'

interface WindowLaunch extends LaunchedProgram {
  readonly options: PlanOf<'window'>['options']
  readonly losesFileNames: boolean
  readonly launchedCredentials: PreparedProcess['credentials']
  readonly args: readonly string[]
}

/**
 * Opens the window with its protections first. While the page's process starts, main loads `bootstrap.ts`; IPC
 * calls of the page wait until then.
 */
const openWindow = async (
  { options, losesFileNames, launchedCredentials, programFolder, disposables }: WindowLaunch,
  links: ReturnType<typeof createLockLinks>,
): Promise<void> => {
  const { theme, window: placement } = readEarlyPreferences(app.getPath('userData'))
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
    systemLanguage: languageOf(app.getLocale()),
    errorPageActions: {
      restart: () => {
        relaunchLater(app)
        app.quit()
      },
      folder: () => void shell.openPath(join(app.getPath('userData'), 'logs')),
    },
  })
  window.show()
  await importSequentially([() => import('#shared/bridge/commands'), () => import('../log/log')])
  const { start } = await import('./bootstrap')
  await start(
    {
      options,
      losesFileNames,
      launchedCredentials,
      links,
      window,
      hasWindow: true,
      placement,
      programFolder,
      disposables,
    },
    router,
  )
}

/** This process has the data folder. */
const openFirst = (launch: WindowLaunch): void => {
  const links = createLockLinks()
  links.open(linkInArguments(launch.args))
  // On a Mac, the system passes links by this event, the first one before the app is ready.
  app.on('open-url', (event, url) => {
    event.preventDefault()
    links.open(readLink(url))
  })
  let hasStopped = false
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    if (hasStopped) return
    event.preventDefault()
    void stopApp(launch).then(() => {
      hasStopped = true
      // With nothing to stop yet, this runs within the event; Electron ignores a quit until the event has ended.
      setImmediate(() => app.quit())
    })
  })
  // Not a top-level await: an ES module that awaits `ready` there never resolves.
  app.whenReady().then(
    () =>
      openWindow(launch, links).catch((error: unknown) => {
        const reason = messageOf(error)
        showError(dialog, text`Lock Desk cannot start here: ${systemText(reason)}`)
        exitWithMessage(reason, 1)
      }),
    () => exitWithMessage('Electron did not get ready', 1),
  )
}

/** Another process has the data folder: its window was brought to the front, or its command ends and this one opens. */
const openAfterCommand = async (launch: WindowLaunch): Promise<void> => {
  await app.whenReady()
  const [{ commandEnds }, { showCommandRuns }] = await Promise.all([
    import('../command-line/command-client'),
    import('../window/dialogs/wait-for-command'),
  ])
  const folder = app.getPath('userData')
  const ended = new AbortController()
  const show = () => {
    const language = languageIn(folder)
    void showCommandRuns(dialog, { language, ended: ended.signal, quit: () => app.exit(0) }).catch(
      () => undefined,
    )
  }
  const wasCommand = await commandEnds(folder, show)
  ended.abort()
  // The command closes its files before its process ends.
  for (let tries = 0; wasCommand && tries < 100; tries += 1) {
    if (app.requestSingleInstanceLock()) {
      openFirst(launch)
      return
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  app.quit()
}

const showUnusable = (unusable: NonNullable<PreparedProcess['unusable']>): void =>
  void app.whenReady().then(() => {
    const why = unusable(languageOf(app.getLocale()))
    process.stderr.write(`lock-desk: ${why}\n`)
    showError(dialog, systemText(why))
    app.exit(1)
  })

/** Opens the app, or brings the window of the process to the front that has the data folder. */
export const openApp = (
  { options, losesFileNames }: PlanOf<'window'>,
  { credentials, unusable }: PreparedProcess,
  args: readonly string[],
  program: LaunchedProgram,
): void => {
  const launch = { options, losesFileNames, launchedCredentials: credentials, args, ...program }
  if (unusable !== null) showUnusable(unusable)
  // The first instance reads the link itself: Chromium changes the order of the arguments that it passes on.
  else if (app.requestSingleInstanceLock({ args: args.slice(withoutLinks(args).length) })) openFirst(launch)
  else void openAfterCommand(launch)
}
