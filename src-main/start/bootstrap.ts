import { app, powerMonitor } from 'electron'
import { commands } from '#shared/bridge/commands'
import { trainingPlatform } from '#shared/model/app/saved-platform'
import { resultsOf } from '../changes/change-service'
import type { PlatformSwitch, SwitchedSession } from '../platform-session/platform-switch'
import { refuseLookOnly } from '../ipc/refuse-look-only'
import { createEarlyHandlers } from '../ipc/app-handlers'
import { createSwitchHandler } from '../ipc/connect-handlers'
import { createDestructionCheck, destroyingCommands } from '../ipc/destroying-commands'
import type { CommandHandlers, IpcRouter } from '../ipc/ipc-router'
import { importSequentially } from '../util/async'
import { linkInArguments } from '../app/lock-links'
import { announceUsable } from '../window/announce-usable'
import type { AppServices } from '../app/app-services'
import { createEarlyServices } from '../app/early-services'
import type { EarlyServices, LaunchContext } from '../app/early-services'

/** Ignores write errors of a closed terminal. */
const ignoreClosedTerminal = () => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Sends the page the events that exist before a platform is open. */
const emitEarlyEvents = ({ notices, settings, window }: EarlyServices) => {
  settings.onChange((changed) => window.emit('settings/changed', changed))
  notices.onChange((list) => window.emit('app/notices', list))
  window.onCrash(() => notices.add('window-crashed', ''))
}

const offerRestartAfterFault = ({ desktop, faults, log, notices }: EarlyServices) =>
  faults.onFirst(() => {
    notices.add('restart-needed', '')
    void desktop.offerRestart().catch((error: unknown) => log.error('restart dialog failed', { error }))
  })

/** The page paints while the rest is loaded. */
const loadRest = () =>
  importSequentially([
    () => import('../app/open-app-journal'),
    () => import('../locks/usb-process/usb-supervisor'),
    () => import('../directory/asset-directory'),
    () => import('../changes/change-service'),
    () => import('../platform-session/open-session'),
  ])

/** Commands of the command line are carried out here while the window is open. */
const importCommandLine = async () => ({
  ...(await import('../command-line/command-server')),
  ...(await import('../command-line/run-request')),
})

const stopChangesAfterFault = (
  { faults, log, stopChanges }: AppServices,
  sessions: PlatformSwitch<SwitchedSession>,
) =>
  faults.onFirst(() => {
    stopChanges('Lock Desk encountered an unexpected error and must be restarted')
    void sessions
      .current()
      ?.pauseJobs()
      .catch((error: unknown) => log.error('jobs could not be paused', { error }))
  })

const emitEvents = ({ savedPlatforms, journal, vault, window }: AppServices) => {
  savedPlatforms.onChange((list) => window.emit('environments/changed', list))
  vault.onChange((status) => window.emit('vault/changed', status))
  journal.onChange(({ jobId, rowIndexes }) => {
    window.emit('journal/changed', { jobId })
    const job = journal.job(jobId)
    if (job !== null) window.emit('jobs/rows', { jobId, rows: resultsOf(job, rowIndexes) })
  })
}

/** The arguments that another start passed on, from its link on. */
const argumentsIn = (passed: unknown): readonly string[] => {
  const args: unknown = typeof passed === 'object' && passed !== null && 'args' in passed ? passed.args : null
  return Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
}

/** A termination signal quits without a confirmation. */
const followSystem = ({ desktop, links, log, window }: EarlyServices) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      desktop.closeGuard.release()
      app.quit()
    })
  }
  powerMonitor.on('shutdown', () => desktop.closeGuard.release())
  app.on('second-instance', (_event, _args, _folder, passed) => {
    if ((passed as { readonly isCommand?: boolean } | null)?.isCommand === true) return
    const link = linkInArguments(argumentsIn(passed))
    // A link that does nothing does not bring the window to the front either.
    if (link === 'none' || links.open(link)) window.show()
  })
  links.follow({
    onLink: () => window.emit('app/link', null),
    onRejected: () => log.warn('a link was ignored'),
  })
  app.on('activate', () => window.show())
}

/** Starts the app behind its window, which is open already. The router buffers the page's calls until handlers exist. */
export const start = async (launch: LaunchContext, router: IpcRouter): Promise<void> => {
  ignoreClosedTerminal()
  if (launch.options.announceUsable) launch.window.onLoaded(announceUsable)
  const early = await createEarlyServices(launch)
  const { log, openPlatform } = early
  emitEarlyEvents(early)
  const earlyHandlers = createEarlyHandlers(early, () => openPlatform.id === trainingPlatform)
  const refuseChange = refuseLookOnly(
    commands,
    () => early.savedPlatforms.lookOnlyOf(openPlatform.id) !== null,
  )
  router.begin({
    schemas: commands,
    early: earlyHandlers,
    refuseCommand: (name, input) => refuseChange(name) ?? early.policy.refuseCommand(name, input),
    logFault: (command, error) => log.error(`command ${command} failed`, { error }),
  })
  offerRestartAfterFault(early)

  await loadRest()
  const [{ createAppServices }, { openSessions }, { createHandlers }] = await Promise.all([
    import('../app/app-services'),
    import('../platform-session/open-sessions'),
    import('../ipc/handlers'),
  ])
  const services = await createAppServices(early)
  const sessions = await openSessions(services, (app, session) => ({
    ...session,
    handlers: createHandlers(app, session),
  }))
  stopChangesAfterFault(services, sessions)
  const withoutPlatform: Partial<CommandHandlers> = {
    ...earlyHandlers,
    'environments/switch': createSwitchHandler({ ...services, sessions }),
  }
  router.open(
    () => sessions.current()?.handlers ?? withoutPlatform,
    createDestructionCheck(destroyingCommands(services), services.desktop.confirmDestruction),
  )
  emitEvents(services)
  followSystem(early)
  const { startCommandServer, runRequest } = await importCommandLine()
  const commandServices = { app: services, start: () => undefined, session: () => sessions.current() }
  services.disposables.add(
    await startCommandServer({
      folder: early.folder,
      hasWindow: true,
      run: (request, ...rest) => runRequest(request, commandServices, ...rest),
      onError: (error) => log.warn('command line', { error }),
    }),
  )
  log.info('started', { version: app.getVersion(), training: openPlatform.id === trainingPlatform })
}
