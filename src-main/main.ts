import '../src-system/trusted-environment'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, crashReporter, dialog, ipcMain, nativeTheme, session, shell } from 'electron'
import { messageOf } from '#shared/error-message'
import { createIpcRouter } from './ipc/ipc-router'
import { parseLaunchOptions } from './app/launch-options'
import type { LaunchOptions } from './app/launch-options'
import { hasCommand, parseCommandLine } from './command-line/parse-arguments'
import type { CommandLine } from './command-line/parse-arguments'
import { importSequentially, raceTimeout } from './util/async'
import {
  credentialsFrom,
  parseCredentialVariables,
  removeCredentialVariables,
} from './platform/auth/credentials'
import type { Credentials } from './platform/auth/credentials'
import { readFirstPreferences } from './settings/first-preferences'
import { describeForbiddenSwitch, findForbiddenSwitch } from './start/forbidden-switches'
import { createLockLinks, linkInArguments, readLink, withoutLinks } from './app/lock-links'
import {
  exitWithParent,
  needsHeadless,
  relaunchHeadless,
  relaunchWithoutSecrets,
  shouldRelaunch,
} from './start/relaunch-without-secrets'
import { createDisposableStore, stopTimeoutsMs } from './util/disposable-store'
import { claimUserData } from './start/user-data-folder'
import { showError } from './window/dialogs/ask'
import { systemText, text } from './window/dialogs/dialog-text'
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
    {
      options,
      launchedCredentials: credentials,
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
const refuse = (why: string, status = 2): void => {
  if (process.env['APPIMAGE'] === undefined) leave(`lock-desk: ${why}`, status)
  else
    void app.whenReady().then(() => {
      showError(dialog, text`Lock Desk does not start here: ${systemText(why)}`)
      leave(`lock-desk: ${why}`, status)
    })
}
/** As on the command line: the policy forbids this. */
const exitStatusOfPolicy = 4

/** Electron does not know it before it is ready. */
const systemLanguage = (): 'en' | 'zh' =>
  Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh' : 'en'

/** The language chosen in Settings, otherwise the system's. */
const languageOf = (folder: string): 'en' | 'zh' => {
  const { language } = readFirstPreferences(folder)
  return language === 'system' ? systemLanguage() : language
}

/** A terminal, or a script, waits for the exit status of a command; nothing is shown. */
const startCommand = async (
  command: CommandLine,
  options: LaunchOptions,
  launchedCredentials: Credentials,
): Promise<void> => {
  app.dock?.hide()
  // Nothing is drawn.
  app.disableHardwareAcceleration()
  await app.whenReady()
  await importSequentially([() => import('#shared/bridge/commands'), () => import('./log/log')])
  const { runCommandLine } = await import('./start/run-command-line')
  const language = languageOf(app.getPath('userData'))
  const status = await runCommandLine(
    { options, launchedCredentials, programFolder, disposables },
    command,
    language,
  )
  await stopAll()
  app.exit(status)
}

const openFirst = (options: LaunchOptions, credentials: Credentials): void => {
  links.open(linkInArguments(args))
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
    void stopAll().then(() => {
      hasStopped = true
      // With nothing to stop yet, this runs within the event; Electron ignores a quit until the event has ended.
      setImmediate(() => app.quit())
    })
  })
  // Not a top-level await: an ES module that awaits `ready` there never resolves.
  app.whenReady().then(
    () =>
      open(options, credentials).catch((error: unknown) => {
        const reason = messageOf(error)
        showError(dialog, text`Lock Desk cannot start here: ${systemText(reason)}`)
        leave(`lock-desk: ${reason}`, 1)
      }),
    () => leave('lock-desk: Electron did not get ready', 1),
  )
}

/** Another process has the data folder: its window was brought to the front, or its command ends and this one opens. */
const openAfterCommand = async (options: LaunchOptions, credentials: Credentials): Promise<void> => {
  await app.whenReady()
  const [{ commandEnds }, { showCommandRuns }] = await Promise.all([
    import('./command-line/command-client'),
    import('./window/dialogs/wait-for-command'),
  ])
  const folder = app.getPath('userData')
  const ended = new AbortController()
  const show = () => {
    const language = languageOf(folder)
    void showCommandRuns(dialog, { language, ended: ended.signal, quit: () => app.exit(0) }).catch(
      () => undefined,
    )
  }
  const wasCommand = await commandEnds(folder, show)
  ended.abort()
  // The command closes its files before its process ends.
  for (let tries = 0; wasCommand && tries < 100; tries += 1) {
    if (app.requestSingleInstanceLock()) {
      openFirst(options, credentials)
      return
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  app.quit()
}

// Removes the secrets before any other process starts.
const keys = removeCredentialVariables(process.env)
const args = process.argv.slice(1)
/** Without a link and what follows it. */
const ownArgs = withoutLinks(args)
const options = parseLaunchOptions(ownArgs, app.isPackaged)
const links = createLockLinks()
const refused = findForbiddenSwitch(
  { hasSwitch: (name) => app.commandLine.hasSwitch(name), args },
  { isPackaged: app.isPackaged, isRoot: process.platform === 'linux' && process.getuid?.() === 0 },
)
const parsed = hasCommand(ownArgs, app.isPackaged) ? parseCommandLine(ownArgs, app.isPackaged) : null
const command = parsed?.ok === true ? parsed.value : null
// Loaded for commands only.
const answered =
  parsed === null
    ? null
    : await (
        await import('./command-line/answer-at-once')
      ).answerAtOnce(parsed, {
        json: ownArgs.includes('--json'),
        language: languageOf(
          options.ok && options.value.userData !== null
            ? resolve(options.value.userData)
            : app.getPath('userData'),
        ),
        version: app.getVersion(),
        stdout: process.stdout,
        stderr: process.stderr,
      })
/** Loaded only when the option is given. */
const simulated =
  options.ok && options.value.simulatedDeviceFiles.length > 0
    ? (await import('./locks/simulator/simulated-device-file')).readSimulatedDevices(
        options.value.simulatedDeviceFiles,
      )
    : null
/** Loaded in packages only: a checkout has a data folder for each try. */
const folder =
  app.isPackaged && options.ok && refused === null
    ? await (
        await import('./start/account-data-folder')
      ).decideAccountFolder(options.value.userData, {
        home: app.getPath('home'),
        appData: app.getPath('appData'),
        userData: app.getPath('userData'),
        name: app.getName(),
      })
    : null
if (refused !== null) {
  refuse(describeForbiddenSwitch(refused))
} else if (folder !== null && 'refused' in folder) {
  refuse(folder.refused, exitStatusOfPolicy)
} else if (!options.ok) {
  leave(`lock-desk: ${options.error.message}`, 2)
} else if (simulated?.ok === false) {
  leave(`lock-desk: --simulated-device ${simulated.error.message}`, 2)
} else if (answered !== null) {
  app.exit(answered)
} else if (
  command !== null &&
  needsHeadless({
    platform: process.platform,
    isPackaged: app.isPackaged,
    hasSwitch: (name) => app.commandLine.hasSwitch(name),
  })
) {
  app.exit(relaunchHeadless(keys))
} else if (shouldRelaunch(keys, { platform: process.platform, isPackaged: app.isPackaged })) {
  app.exit(relaunchWithoutSecrets(keys))
} else {
  const { userData, keysFromStdin, hasLifeline } = options.value
  const credentials = credentialsFrom(
    keysFromStdin ? parseCredentialVariables(readFileSync(0, 'utf8')) : keys,
  )
  if (hasLifeline) exitWithParent()
  const dataFolder = folder?.folder ?? userData
  if (dataFolder !== null) app.setPath('userData', resolve(dataFolder))
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
  if (unusable !== null && command !== null) {
    leave(`lock-desk: ${unusable(systemLanguage())}`, 3)
  } else if (unusable !== null) {
    void app.whenReady().then(() => {
      const why = unusable(app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en')
      process.stderr.write(`lock-desk: ${why}\n`)
      showError(dialog, systemText(why))
      app.exit(1)
    })
  } else if (command !== null) {
    startCommand(command, options.value, credentials).catch((error: unknown) =>
      leave(`lock-desk: ${messageOf(error)}`, 1),
    )
    // The first instance reads the link itself: Chromium changes the order of the arguments that it passes on.
  } else if (app.requestSingleInstanceLock({ args: args.slice(ownArgs.length) })) {
    openFirst(options.value, credentials)
  } else {
    void openAfterCommand(options.value, credentials)
  }
}
