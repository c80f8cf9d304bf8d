import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import {
  app,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  net,
  powerMonitor,
  session,
  shell,
} from 'electron'
import type { AppDescription, Notice } from '#shared/commands'
import { isLoopbackHost, launchedEnvironment, trainingEnvironment } from '#shared/model/environment'
import { succeed } from '#shared/outcome'
import { resultsOf } from './desk/desk'
import { loanFactsSchema, noLoanFacts } from './desk/loans/loan-facts'
import { emptyOutbox, holdAll, outboxSchema } from './desk/outbox-file'
import { createChooser } from './environments/choose-environment'
import { createConnectDrafts } from './environments/connect-draft'
import { createOrderDrafts, draftsSchema, noDrafts } from './drafts/order-drafts'
import { createEnvironments } from './environments/environments'
import { environmentsSchema, noEnvironments } from './environments/environments-file'
import { followRemovals } from './environments/follow-removals'
import { openEnvironment, trainingId } from './environments/open-environment'
import { saveDurably } from './files/durable'
import { createSessionSwitch } from './environments/session-switch'
import { openJsonFile } from './files/json-file'
import { isWithin } from './files/own-folder'
import type { OpenedJsonFile } from './files/json-file'
import { createConnectHandlers } from './ipc/connect-handlers'
import { createDeviceHandlers } from './ipc/device-handlers'
import { createDiagnoseHandlers } from './ipc/diagnose-handlers'
import { createHandlers } from './ipc/handlers'
import { createJournalHandlers } from './ipc/journal-handlers'
import { createOpening } from './ipc/opening'
import { registerCommands } from './ipc/registrar'
import { createUpdateHandlers } from './ipc/update-handlers'
import { closedJournal } from './journal/closed-journal'
import { openJournal } from './journal/journal'
import { createVerifier } from './journal/verify-thread'
import type { LaunchOptions } from './launch-options'
import { forkUsbProcess } from './locks/electron-usb-process'
import { openProfileShelf } from './locks/profile-shelf'
import { createUsbLockSource } from './locks/usb-supervisor'
import { createLog } from './log/log'
import { createNotices } from './notices/notices'
import { trustedCertificates } from './platform/certificates'
import { credentialsFrom, forgetCredentials } from './platform/credentials'
import { systemProxy } from './platform/electron-proxy'
import { createLongAnswers } from './platform/long-answers'
import { forgetKnownRecords } from './register/known-records'
import { emptyRegister, registerSchema } from './register/register'
import { startWork } from './session'
import { startDiagnosis } from './session-diagnosis'
import { enabledModelsSchema, noEnabledModels } from './settings/enabled-models'
import { createSettings, usualSettings } from './settings/settings'
import { openPreferences } from './settings/settings-file'
import { launchInUtilityProcess } from './training/electron-service-process'
import { moveTrainingAside, trainingFolder } from './training/move-aside'
import { startTrainingService } from './training/training-service'
import { createAppUpdates, noticesFiles } from './updates/electron-updates'
import { noUpdateChoices, updateChoicesSchema } from './updates/update-choices'
import { updateFacts } from './updates/update-facts'
import { electronSecretStore } from './vault/electron-secret-store'
import { openJobSecrets } from './vault/job-secrets'
import { createVault, emptyVault, vaultSchema } from './vault/vault'
import { announceUsable } from './window/announce-usable'
import { createChooseFile } from './window/choose-file'
import { confirmHighImpact } from './window/confirm-high-impact'
import { createCloseGuard } from './window/close-guard'
import { createCopyText } from './window/copy-text'
import type { MainWindow } from './window/main-window'
import { menuTemplate } from './window/menu'
import { openTextFile } from './window/open-text-file'
import { loadOf } from './window/load'
import { createPrint, paperOf } from './window/print'
import { createSaveFile } from './window/save-file'

/** What `launch.ts` hands over. */
interface Launched {
  readonly options: LaunchOptions
  /** Open already, its page waiting for the bridge. */
  readonly window: MainWindow
  /** `out/main`, beside which the other programs and the page lie. */
  readonly here: string
  /** Takes what has started, to be stopped in reverse. */
  readonly stoppers: (() => Promise<void> | void)[]
  /** To be called when every command of the page has a handler. */
  readonly onBridge: () => void
}

export const start = async ({ options, window: main, here, stoppers, onBridge }: Launched): Promise<void> => {
  const launchedCredentials = credentialsFrom(process.env)
  forgetCredentials(process.env)
  const folder = app.getPath('userData')
  const systemLanguage = app.getLocale().toLowerCase().startsWith('zh') ? 'zh' : 'en'

  // First what the others tell their troubles to.
  const log = createLog(folder)
  const notices = createNotices()
  const opened = async <Opened extends Pick<OpenedJsonFile<object>, 'putAside' | 'leftAlone'>>(
    name: string,
    /** Null where nobody need be told: a draft is no record. */
    unreadable: Notice['code'] | null,
    open: (path: string) => Promise<Opened>,
  ): Promise<Opened> => {
    const found = await open(join(folder, name))
    if (found.putAside !== null && unreadable !== null) notices.add(unreadable, found.putAside)
    if (found.leftAlone?.because === 'newer') {
      notices.add('file-newer', `${name} · ${found.leftAlone.version}`)
    }
    if (found.leftAlone?.because === 'unreachable') {
      notices.add('file-unreachable', `${name} · ${found.leftAlone.message}`)
    }
    return found
  }
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', { reason }))
  process.on('uncaughtException', (error) => log.error('uncaught exception', { error }))

  // The bridge: the page may ask from here on.
  const opening = createOpening(() => sessions.current()?.handlers ?? null)
  stoppers.push(
    registerCommands({
      ipcMain,
      isTrusted: main.isTrusted,
      logFault: (command, error) => log.error(`command ${command}`, { error }),
      handlers: opening.handlersFor,
    }),
  )
  if (options.announceUsable) main.onLoaded(announceUsable)
  onBridge()

  // Which platform it begins on: the one of the command line for this run, or where the desk was last.
  const { file: environmentsFile } = await opened('environments.json', 'environments-unreadable', (path) =>
    openJsonFile(path, environmentsSchema, noEnvironments),
  )
  const { file: vaultFile } = await opened('vault.json', 'secrets-unreadable', (path) =>
    openJsonFile(path, vaultSchema, emptyVault),
  )
  const vault = await createVault(electronSecretStore(), vaultFile)
  const unsentSecrets = await openJobSecrets({
    folder: join(folder, 'unsent'),
    vault,
    onFault: (error) => log.warn('kept passwords', { error }),
  })
  const environments = createEnvironments({
    file: environmentsFile,
    vault,
    isOpen: () => openId,
    launched: options.platform,
  })
  let openId = options.platform === null ? environments.current() : launchedEnvironment

  // What the person chose.
  const { preferences } = await opened('settings.json', 'settings-unreadable', openPreferences)
  const trainingOperator = systemLanguage === 'zh' ? '李薇' : 'Li Wei'
  const settings = createSettings(preferences, openId === trainingEnvironment ? trainingOperator : '')
  const language = () => {
    const chosen = settings.read().language
    return chosen === 'system' ? systemLanguage : chosen
  }
  const followTheme = () => {
    nativeTheme.themeSource = settings.read().theme
  }
  followTheme()
  settings.onChange(followTheme)
  const followLanguage = () => {
    const { platform } = process
    const template = menuTemplate({ language: language(), platform, isPackaged: app.isPackaged })
    Menu.setApplicationMenu(Menu.buildFromTemplate(template))
  }
  followLanguage()
  settings.onChange(followLanguage)
  const closeGuard = createCloseGuard({ app, dialog, language })
  main.onOpened((window) => closeGuard.watch(window))

  const isOwn = (path: string) => isWithin(folder, path)
  const saveFile = createSaveFile({ dialog, window: main.window, language, write: saveDurably, isOwn })
  const print = createPrint({
    window: main.window,
    saveFile,
    paper: paperOf(app.getLocaleCountryCode()),
  })

  // Newer versions of the app: asked for only when a person wants it, and never put in place under a job.
  const { file: updateChoices } = await opened('updates.json', null, (path) =>
    openJsonFile(path, updateChoicesSchema, noUpdateChoices),
  )
  const updates = createAppUpdates({
    file: updateChoices,
    isBusy: () =>
      sessions
        .current()
        ?.desk.jobs.list(1)
        .some(({ state }) => state === 'running') ?? false,
    tell: (state) => main.tell('updates/changed', state),
    log,
  })
  stoppers.push(() => updates.stop())

  // The first picture is drawn while the rest is opened.
  const describe = (training: boolean): AppDescription => ({
    version: app.getVersion(),
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

  // Files that matter.
  const { file: registerFile } = await opened('register.json', 'register-unreadable', (path) =>
    openJsonFile(path, registerSchema, emptyRegister),
  )
  const { file: loansFile } = await opened('loans.json', 'loans-unreadable', (path) =>
    openJsonFile(path, loanFactsSchema, noLoanFacts),
  )
  const { file: models } = await opened('lock-models.json', 'models-unreadable', (path) =>
    openJsonFile(path, enabledModelsSchema, noEnabledModels),
  )
  const { file: draftsFile } = await opened('drafts.json', null, (path) =>
    openJsonFile(path, draftsSchema, noDrafts),
  )
  const queue = await opened('queue.json', 'queue-unreadable', (path) =>
    openJsonFile(path, outboxSchema, emptyOutbox),
  )
  if (queue.isOlder) {
    await queue.file.update((content) => holdAll(content, Date.now(), 'file-damaged'))
  }
  const openedJournal = await openJournal({ folder: join(folder, 'journal') })
  if (!openedJournal.ok) {
    log.error('the journal could not be opened', openedJournal.error)
    const { code, message } = openedJournal.error
    const named = {
      locked: 'journal-locked',
      newer: 'journal-newer',
      'not-writable': 'journal-unreadable',
    } as const
    notices.add(named[code], message)
  } else if (openedJournal.value.quarantined !== null) {
    notices.add('journal-unreadable', openedJournal.value.quarantined)
  }
  const journal = openedJournal.ok ? openedJournal.value.journal : closedJournal()
  stoppers.push(() => journal.stop())
  const verifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => verifier.stop())
  // One of its own: a newer question to the other ends the one before.
  const diagnosisVerifier = createVerifier(join(here, 'verify-journal.js'))
  stoppers.push(() => diagnosisVerifier.stop())

  /** What is on this very machine needs no network. */
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
  const recognition = () => ({ profiles: profiles.profiles, models: models.read().models })
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
    enterpriseOf: (baseUrl) => registerFile.read().platforms[baseUrl]?.[0]?.enterpriseGlobalId ?? null,
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
      void queue.file
        .update(({ items, ended, ...content }) => ({
          ...content,
          items: items.filter(isKept),
          ended: ended.filter(isKept),
        }))
        .catch(failed)
    }),
  )

  const choose = createChooser({
    environments,
    vault,
    launched: { platform: options.platform, credentials: launchedCredentials },
  })

  /** All that belongs to one platform, from its client to the commands that reach it. */
  const copyText = createCopyText(clipboard)
  stoppers.push(() => copyText.stop())

  const openSession = async (environmentId: string) => {
    openId = environmentId
    const choice = await choose(environmentId)
    const environment = await openEnvironment(choice, {
      startTraining: () =>
        startTrainingService({
          launch: launchInUtilityProcess(join(here, 'service.js')),
          dataFolder: trainingFolder(folder),
          seed: options.trainingSeed,
          onFault: (what) => log.warn(what),
        }),
      onTrainingUnavailable: (why) => notices.add('training-unavailable', why),
      onLaterVersion: (name, version) => notices.add('file-newer', `${name} · ${version}`),
      network,
      hasNetwork,
      longAnswers,
      registerFile,
      settings,
      userData: folder,
      log,
    })
    const { monitor, records, people, register } = environment
    if (!environment.training) notices.remove('training-unavailable')
    const work = startWork(environment, {
      usb,
      profiles,
      recognition,
      journal,
      loansFile,
      unsentSecrets,
      outboxFile: queue.file,
      settings,
      confirmHighImpact: confirmHighImpact(main.window, language),
      tell: (name, value) => main.tell(name, value),
      log,
      simulatedLocks: options.simulatedLocks,
      onVerified: () => void environments.markVerified(environmentId).catch(() => undefined),
    })
    const { desk, outbox, locks, bench, tray } = work

    const searching = startDiagnosis(environment, {
      environmentId,
      usb,
      bench,
      models: () => [...profiles.profiles.map(({ match }) => match), ...models.read().models],
      network,
      environments,
      launchedCredentials,
      registerFile,
      vault,
      folder,
      crashFolder: app.getPath('crashDumps'),
      journal,
      journalProblem: openedJournal.ok ? null : openedJournal.error,
      verifier: diagnosisVerifier,
      settings: () => settings.read(),
      usualSettings,
      notices: () => notices.list(),
      load: () => loadOf(app),
      version: app.getVersion(),
      log,
      update: updates.state().delivery === 'none' ? null : () => updateFacts(updates.state()),
      tell: (diagnosis) => main.tell('diagnose/changed', diagnosis),
    })

    const handlers = createHandlers({
      describe: () => describe(environment.training),
      notices,
      copyText,
      settings,
      monitor,
      locks,
      profiles,
      models,
      onModelsChanged: () => locks.recognise(recognition()),
      tray,
      records,
      people,
      register,
      desk,
      outbox,
      loans: work.loans,
      devices: createDeviceHandlers({
        version: app.getVersion(),
        bench,
        shelf: profiles,
        models,
        openTextFile: openTextFile(main.window),
      }),
      diagnose: createDiagnoseHandlers({ ...searching, saveFile }),
      journal: createJournalHandlers({
        journal,
        verifier,
        chooseFile: createChooseFile({ dialog, window: main.window, language }),
        isOwn,
        sessions: { to: (...request) => sessions.to(...request) },
        holdQueue: () => queue.file.update((content) => holdAll(content, Date.now(), 'journal-restored')),
        environmentId,
      }),
      connect: createConnectHandlers({
        environments,
        drafts,
        vault,
        sessions: { to: (...request) => sessions.to(...request) },
        environmentId,
        client: monitor.client,
        userName: choice.credentials.user?.name ?? null,
        refresh: () => records.refreshAll(),
        isLaunched: options.platform !== null,
        dataFolder: folder,
        openFolder: (path) => shell.openPath(path),
        moveTrainingAside: async () => {
          await moveTrainingAside(folder)
          await registerFile.update(
            ({ platforms: { [trainingId]: _training, ...platforms }, ...content }) => ({
              ...content,
              platforms,
            }),
          )
        },
        restart: () =>
          void closeGuard.mayGo().then((goes) => {
            if (!goes) return
            app.relaunch()
            app.quit()
          }),
      }),
      orderDrafts: createOrderDrafts(draftsFile, environment.id),
      saveFile,
      print,
      updates: createUpdateHandlers({
        updates,
        mayGo: () => closeGuard.mayGo(),
        noticesFiles: noticesFiles(),
        openFile: (path) => shell.openPath(path),
      }),
      closeGuard,
    })
    return {
      environmentId,
      handlers,
      ...work,
      stop: async () => {
        searching.stop()
        await work.stop()
      },
    }
  }
  const sessions = createSessionSwitch({
    first: await openSession(openId),
    open: openSession,
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
      closeGuard.release()
      app.quit()
    })
  }
  powerMonitor.on('shutdown', () => closeGuard.release())

  app.on('second-instance', () => main.show())
  app.on('activate', () => main.show())
  log.info('started', { version: app.getVersion(), training: openId === trainingEnvironment })
}
