import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { app, net, powerMonitor, session } from 'electron'
import type { AppDescription } from '#shared/commands'
import { isLoopbackHost, launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import { succeed } from '#shared/outcome'
import { resultsOf } from './desk/desk'
import { bindSignIns } from './environments/bind-sign-ins'
import { createChooser } from './environments/choose-environment'
import { createConnectDrafts } from './environments/connect-draft'
import { createEnvironments } from './environments/environments'
import { followRemovals } from './environments/follow-removals'
import { createSessionSwitch } from './environments/session-switch'
import type { House } from './house'
import type { FrontDoor } from './ipc/front-door'
import { createOpening } from './ipc/opening'
import { registerCommands } from './ipc/registrar'
import { createVerifier } from './journal/verify-thread'
import { openKeptFiles } from './kept-files'
import { openKeptJournal } from './kept-journal'
import type { LaunchOptions } from './launch-options'
import { forkUsbProcess } from './locks/electron-usb-process'
import { openProfileShelf } from './locks/profile-shelf'
import { createUsbLockSource } from './locks/usb-supervisor'
import { createLog } from './log/log'
import { createNotices } from './notices/notices'
import { trustedCertificates } from './platform/certificates'
import type { Credentials } from './platform/credentials'
import { systemProxy } from './platform/electron-proxy'
import { createLongAnswers } from './platform/long-answers'
import { forgetKnownRecords } from './register/known-records'
import { openSession } from './session/open-session'
import { createSettings } from './settings/settings'
import { createAppUpdates } from './updates/electron-updates'
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
  const opening = createOpening(() => sessions.current()?.handlers ?? null)
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

  // The first picture is drawn while the rest is opened.
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

  // What may be long.
  const { journal, problem: journalProblem } = await openKeptJournal(folder, { notices, log })
  stoppers.push(() => journal.stop())
  const verifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => verifier.stop())
  const diagnosisVerifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => diagnosisVerifier.stop())

  // Newer versions of the app: asked for only when a person wants it, and never put in place under a job.
  const updates = createAppUpdates({
    file: files.updates,
    isBusy: () => (sessions.current()?.busy().jobs ?? 0) > 0,
    tell: (state) => main.tell('updates/changed', state),
    log,
  })
  stoppers.push(() => updates.stop())

  // The ways out of the computer. What is on this very machine needs no network.
  const hasNetwork = (baseUrl: string | null) =>
    net.isOnline() || baseUrl === null || isLoopbackHost(new URL(baseUrl).hostname)
  const network = { proxyFor: systemProxy(session.defaultSession), certificates: trustedCertificates }
  const longAnswers = createLongAnswers({
    launch: () => new Worker(join(here, 'answer-thread.js'), { env: {} }),
    onFault: (what) => log.warn('long answers', { what }),
  })
  stoppers.push(() => longAnswers.stop())

  // What is plugged in.
  const profiles = await openProfileShelf(join(folder, 'lock-profiles'))
  for (const { file, problem } of profiles.broken) notices.add('profile-broken', `${file}: ${problem}`)
  const recognition = () => ({ profiles: profiles.profiles, models: files.models.read().models })
  const usb = createUsbLockSource({
    fork: forkUsbProcess(join(here, 'usb-process.js')),
    recognition: recognition(),
    log,
  })
  stoppers.push(() => usb.stop())
  powerMonitor.on('resume', () => usb.rescan())

  const drafts = createConnectDrafts({
    environments,
    vault,
    network,
    enterpriseOf: (baseUrl) => files.register.read().platforms[baseUrl]?.[0]?.enterpriseGlobalId ?? null,
    onSteps: (steps) => main.tell('connect/steps', steps),
  })

  stoppers.push(
    followRemovals(environments, (baseUrl) => {
      const failed = (error: unknown) => log.warn('not forgotten', { error })
      void forgetKnownRecords(folder, baseUrl).catch(failed)
      for (const { jobId, intent } of journal.jobs()) {
        if (intent.environment === baseUrl) void unsentSecrets.drop(jobId)
      }
      const isKept = (one: { readonly environment: string }) => one.environment !== baseUrl
      void files.queue
        .update(({ items, ended, ...content }) => ({
          ...content,
          items: items.filter(isKept),
          ended: ended.filter(isKept),
        }))
        .catch(failed)
    }),
  )

  // One platform at a time.
  const house: House = {
    options,
    launchedCredentials,
    here,
    folder,
    describe,
    desktop,
    firstPicture: main.firstPicture,
    tell: (name, value) => main.tell(name, value),
    log,
    notices,
    settings,
    files,
    vault,
    unsentSecrets,
    environments,
    drafts,
    journal,
    journalProblem,
    verifier,
    diagnosisVerifier,
    network,
    hasNetwork,
    longAnswers,
    usb,
    profiles,
    recognition,
    updates,
    sessions: { to: (...request) => sessions.to(...request) },
  }
  const open = async (environmentId: string) => {
    openId = environmentId
    return openSession(house, environmentId, await choose(environmentId))
  }
  const sessions = createSessionSwitch({
    first: await open(openId),
    open,
    onSwitched: async (id) => {
      await environments.setCurrent(id).catch((error: unknown) => log.error('not saved', { error }))
      // Who trained under a made-up name is asked for the real one.
      const { operatorIdentity, operators } = settings.read()
      if (id !== trainingEnvironment && operatorIdentity === trainingOperator) {
        await settings
          .change({
            operatorIdentity: '',
            operators: operators.filter((name) => name !== trainingOperator),
          })
          .catch((error: unknown) => log.error('not saved', { error }))
      }
      await main.startOver()
      log.info('on another platform', { training: id === trainingEnvironment })
    },
    onFault: (error) => log.error('the platform was not changed', { error }),
  })
  stoppers.push(() => sessions.stop())

  // From here on the window is answered.
  opening.end()
  environments.onChange((list) => main.tell('environments/changed', list))
  vault.onChange((status) => main.tell('vault/changed', status))
  journal.onChange(({ jobId, places }) => {
    main.tell('journal/changed', { jobId })
    const job = journal.job(jobId)
    if (job !== null) main.tell('jobs/rows', { jobId, rows: resultsOf(job, places) })
  })

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
