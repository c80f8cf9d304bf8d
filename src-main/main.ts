import { join } from 'node:path'
import { app, powerMonitor } from 'electron'
import type { AppDescription } from '#shared/commands'
import { launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import { succeed } from '#shared/outcome'
import { bindSignIns } from './environments/bind-sign-ins'
import { createChooser } from './environments/choose-environment'
import { createEnvironments } from './environments/environments'
import type { FrontDoor } from './ipc/front-door'
import { createOpening } from './ipc/opening'
import { registerCommands } from './ipc/registrar'
import { openKeptFiles } from './kept-files'
import type { LaunchOptions } from './launch-options'
import { loadInTurns } from './load-in-turns'
import { createLog } from './log/log'
import { createNotices } from './notices/notices'
import type { Credentials } from './platform/credentials'
import { createSettings } from './settings/settings'
import { electronSecretStore } from './vault/electron-secret-store'
import { openJobSecrets } from './vault/job-secrets'
import { createVault } from './vault/vault'
import { announceUsable } from './window/announce-usable'
import { createDesktop } from './window/desktop'
import type { MainWindow } from './window/main-window'

/** What `launch.ts` hands over. */
interface Launched {
  readonly options: LaunchOptions
  /** For the platform of the command line. */
  readonly credentials: Credentials
  /** Open already, its page waiting at the door. */
  readonly window: MainWindow
  /** `out/main`, beside which the other programs and the page lie. */
  readonly here: string
  /** Takes what has started, to be stopped in reverse. */
  readonly stoppers: (() => Promise<void> | void)[]
  /** Where the page's calls wait until they have their handlers. */
  readonly door: FrontDoor
}

export const start = async (launched: Launched): Promise<void> => {
  const { options, credentials: launchedCredentials, window: main, here, stoppers, door } = launched
  const folder = app.getPath('userData')
  const systemLanguage = app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en'
  const trainingOperator = systemLanguage === 'zh' ? '李薇' : 'Li Wei'

  // First what the others tell their troubles to.
  const log = createLog(folder)
  const notices = createNotices()
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', { reason }))
  process.on('uncaughtException', (error) => log.error('uncaught exception', { error }))

  // The bridge: the page is answered from here on.
  const opening = createOpening()
  stoppers.push(
    registerCommands({
      ipcMain: door,
      isTrusted: main.isTrusted,
      logFault: (command, error) => log.error(`command ${command}`, { error }),
      handlers: opening.handlersFor,
    }),
  )
  if (options.announceUsable) main.onLoaded(announceUsable)

  // What is kept on the disk, but for what may be long.
  const files = await openKeptFiles(folder, notices)
  const vault = await createVault(electronSecretStore(), files.vault)
  const unsentSecrets = await openJobSecrets({
    folder: join(folder, 'unsent'),
    vault,
    isVaultLeftAlone: files.vault.isLeftAlone === true,
    onLaterVersion: (name, version) => notices.add('file-newer', `unsent/${name} · ${version}`),
    onFault: (error) => log.warn('kept passwords', { error }),
  })

  // Which platform it begins on: the one of the command line for this run, or where the desk was last.
  const environments = createEnvironments({
    file: files.environments,
    vault,
    isOpen: () => openId,
    launched: options.platform,
  })
  await bindSignIns(vault, environments.all()).catch((error: unknown) => log.warn('sign-ins', { error }))
  let openId = options.platform === null ? environments.current() : launchedEnvironment
  const choose = createChooser({
    environments,
    vault,
    launched: { platform: options.platform, credentials: launchedCredentials },
  })

  // What the person chose, and the system's part of the desk, which follows it.
  const settings = createSettings(files.preferences, openId === trainingEnvironment ? trainingOperator : '')
  const desktop = createDesktop({ main, folder, settings, systemLanguage })
  stoppers.push(() => desktop.stop())

  // What the first picture needs.
  const describe = (training: boolean): AppDescription => ({
    version: desktop.version,
    electron: process.versions.electron,
    training,
    simulatedLocks: training || options.simulatedLocks,
    systemLanguage,
    notices: notices.list(),
  })
  settings.onChange((changed) => main.tell('settings/changed', changed))
  notices.onChange((list) => main.tell('app/notices', list))
  opening.begin({
    'app/describe': () => succeed(describe(openId === trainingEnvironment)),
    'settings/read': () => succeed(settings.read()),
  })

  // The page draws it while the rest is loaded and opened.
  await loadInTurns([
    () => import('./kept-journal'),
    () => import('./locks/usb-supervisor'),
    () => import('./register/records'),
    () => import('./desk/desk'),
    () => import('./session/open-session'),
  ])
  const { openHouse } = await import('./open-house')
  const sessions = await openHouse({
    options,
    launchedCredentials,
    here,
    folder,
    describe,
    desktop,
    log,
    notices,
    settings,
    files,
    vault,
    unsentSecrets,
    environments,
    window: main,
    stoppers,
    choose,
    first: openId,
    onOpening: (environmentId) => {
      openId = environmentId
    },
    trainingOperator,
  })

  // From here on the window is answered.
  opening.end(() => sessions.current()?.handlers ?? null)
  environments.onChange((list) => main.tell('environments/changed', list))
  vault.onChange((status) => main.tell('vault/changed', status))

  // Whoever ends the app from outside is not asked.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      desktop.closeGuard.release()
      app.quit()
    })
  }
  powerMonitor.on('shutdown', () => desktop.closeGuard.release())

  app.on('second-instance', () => main.show())
  app.on('activate', () => main.show())
  log.info('started', { version: app.getVersion(), training: openId === trainingEnvironment })
}
