import { join } from 'node:path'
import { app } from 'electron'
import type { AppDescription } from '#shared/bridge/app-commands'
import { launchedPlatform, trainingPlatform } from '#shared/model/app/saved-platform'
import { createCrashRecords } from '../diagnose/crash-records'
import { watchCrashes } from '../diagnose/watch-crashes'
import { createPlatformChooser } from '../saved-platforms/choose-platform'
import { createSavedPlatforms } from '../saved-platforms/saved-platforms'
import { formerSignInReader } from '../saved-platforms/former-sign-ins'
import { knownPlatformIds } from '../saved-platforms/platform-data'
import { createErrorLimiter } from '../errors/error-limiter'
import { createPageErrors } from '../errors/page-errors'
import { watchProcess } from '../errors/process-errors'
import { createLog, logFolder } from '../log/log'
import { createNotices } from '../notices/notices'
import { isComplete } from '../platform/auth/credentials'
import type { Credentials } from '../platform/auth/credentials'
import { languageOf } from '../settings/early-preferences'
import { openElectronStore } from '../settings/electron-settings-store'
import { createSettings } from '../settings/settings'
import { createPolicyRules } from '../policy/policy-rules'
import { readPolicy } from '../policy/read-policy'
import { systemPolicy } from '../policy/system-policy'
import type { WindowPlacement } from '../settings/window-placement'
import type { DisposableStore } from '../util/disposable-store'
import { electronSecretStore } from '../vault/electron-secret-store'
import { openJobSecrets } from '../vault/job-secrets'
import { createVault } from '../vault/vault'
import { createDesktop } from '../window/desktop'
import type { MainWindow } from '../window/main-window'
import { createPlacementKeeper } from '../window/window-bounds'
import { OpenPlatform } from './open-platform'
import type { LaunchOptions } from './launch-options'
import type { LockLinks } from './lock-links'
import { openStores } from './open-stores'

/** What the launch passes on. */
export interface LaunchContext {
  readonly options: LaunchOptions
  /** Credentials from the environment variables at launch, for the platform given on the command line. */
  readonly launchedCredentials: Credentials
  readonly links: LockLinks
  /** Already open; its page waits for IPC handlers. */
  readonly window: MainWindow
  /** False for a command of the command line: nothing starts by itself then. */
  readonly hasWindow: boolean
  /** The page does not receive files whose names have other characters than ASCII. */
  readonly losesFileNames: boolean
  /** The window's placement when it opened. */
  readonly placement: WindowPlacement | null
  /** `out/main`, the folder of the other built programs and the page. */
  readonly programFolder: string
  /** Started parts, which stop in reverse order when the app quits. */
  readonly disposables: DisposableStore
}

/** Creates what the first paint needs: the log, the files that open quickly, the settings and the dialogs. */
export const createEarlyServices = async (launch: LaunchContext) => {
  const { options, launchedCredentials, window, disposables } = launch
  const folder = app.getPath('userData')
  const systemLanguage = languageOf(app.getLocale())
  const trainingOperator = systemLanguage === 'zh' ? '李薇' : 'Li Wei'

  // The log and notices come first: the other parts report errors to them.
  const log = createLog(folder)
  const notices = createNotices()
  if (launch.losesFileNames) notices.add('file-names-lost', '')
  const crashes = createCrashRecords(join(logFolder(folder), 'crashes.jsonl'))
  disposables.add(
    watchCrashes(app, {
      records: crashes,
      dumpFolder: app.getPath('crashDumps'),
      onError: (error) => log.warn('crash records failed', { error }),
    }),
  )
  const faults = watchProcess(process, createErrorLimiter(log))
  const pageErrors = createPageErrors({
    logError: createErrorLimiter(log),
    notices,
    showErrorPage: () => window.showErrorPage(),
  })

  const [files, policyState] = await Promise.all([
    openStores(folder, notices, openElectronStore),
    readPolicy(systemPolicy(options.policyFile)),
  ])
  const policy = createPolicyRules(policyState)
  if (policyState.state === 'unreadable') {
    const { source, problem } = policyState
    notices.add('policy-unreadable', `${source}: ${problem}`)
    log.error('policy unreadable', { source, problem })
  }
  const vault = await createVault(electronSecretStore(), files.vault)
  const unsentSecrets = await openJobSecrets({
    folder: join(folder, 'unsent'),
    vault,
    isVaultReadOnly: files.vault.isReadOnly === true,
    onLaterVersion: (name, version) => notices.add('file-newer', `unsent/${name} · ${version}`),
    onError: (error) => log.warn('stored passwords failed', { error }),
  })

  // The first platform: the one of the command line for this run, otherwise the last one used.
  const openPlatform = new OpenPlatform()
  const savedPlatforms = createSavedPlatforms({
    file: files.environments,
    vault,
    isOpen: () => openPlatform.id,
    launched: options.platform,
    known: () => knownPlatformIds(files),
    isLookOnlyByPolicy: policy.isLookOnly,
  })
  // Without the list of platforms, a saved sign-in cannot be matched to its platform yet.
  if (files.environments.isReadOnly !== true) {
    const nameOf = formerSignInReader(savedPlatforms.all())
    await vault
      .nameSignIns(nameOf)
      .catch((error: unknown) => log.warn('sign-ins could not be renamed', { error }))
  }
  const openAtStart = (): string => {
    const launched = options.platform
    const id = launched === null ? savedPlatforms.current() : launchedPlatform
    const addresses = launched ?? savedPlatforms.find(id)
    if (addresses === null || policy.allowsPlatform(addresses)) return id
    notices.add('platform-not-allowed', addresses.baseUrl)
    return trainingPlatform
  }
  openPlatform.begin(openAtStart())
  const choosePlatform = createPlatformChooser({
    savedPlatforms,
    vault,
    launched: { platform: options.platform, credentials: launchedCredentials },
    training: app.isPackaged || !isComplete(launchedCredentials) ? null : launchedCredentials,
  })

  const settings = createSettings(
    files.preferences,
    openPlatform.id === trainingPlatform ? trainingOperator : '',
    policy.settings,
  )
  const desktop = disposables.add(createDesktop({ main: window, folder, settings, systemLanguage }))
  window.setLanguage(desktop.language)
  const placement = createPlacementKeeper(launch.placement, {
    write: (next) => files.preferences.write({ window: next }),
    onError: (error) => log.warn('window placement not saved', { error }),
  })
  window.onPlacementChange(placement.note)
  disposables.add(placement)

  return {
    ...launch,
    /** The user-data folder. */
    folder,
    /** The default operator in training. */
    trainingOperator,
    log,
    notices,
    crashes,
    faults,
    pageErrors,
    files,
    vault,
    unsentSecrets,
    savedPlatforms,
    choosePlatform,
    policy,
    settings,
    desktop,
    openPlatform,
    /** The description of the app that the page receives. */
    describe: (training: boolean): AppDescription => {
      const lookOnly = savedPlatforms.lookOnlyOf(openPlatform.id)
      return {
        version: desktop.version,
        electron: process.versions.electron,
        training,
        simulatedLocks: training || options.simulatedLocks,
        systemLanguage,
        policy: policy.state,
        ...(lookOnly === null ? {} : { lookOnly }),
        notices: notices.list(),
      }
    },
  }
}

export type EarlyServices = Awaited<ReturnType<typeof createEarlyServices>>
