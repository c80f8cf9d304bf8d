import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { succeed } from '#shared/outcome'
import { createReadAffected, withoutNames } from '../changes/affected/read-affected'
import type { ReadAffected } from '../changes/affected/read-affected'
import { createChangeService } from '../changes/change-service'
import type { ChangeService } from '../changes/change-service'
import { applyLocalResults } from '../changes/apply-local-results'
import { createLoans } from '../changes/loans/loans'
import type { Loans } from '../changes/loans/loans'
import { createOfflineQueue } from '../changes/offline-queue/offline-queue'
import type { OfflineQueue } from '../changes/offline-queue/offline-queue'
import { createEnterpriseImports } from '../directory/enterprise-import'
import type { EnterpriseImports } from '../directory/enterprise-import'
import { combineLockSources } from '../locks/lock-source'
import { combineProfileTesters } from '../locks/profile-tester'
import type { ProfileTester } from '../locks/profile-tester'
import { testerOnProbation, watchDoubleNumbers, withProbation } from '../locks/learn/probation'
import type { SourceOnProbation } from '../locks/learn/probation'
import { trainingModelLocks, readSimulatedDevices } from '../locks/simulator/simulated-device-file'
import { createLockSimulator } from '../locks/simulator/lock-simulator'
import type { LockSimulator } from '../locks/simulator/lock-simulator'
import { createReminders } from '../reminders/reminders'
import { createStocktakes } from '../stocktake/stocktakes'
import type { Stocktakes } from '../stocktake/stocktakes'
import type { DisposableStore } from '../util/disposable-store'
import type { ConnectedPlatform } from './connect-platform'
import type { SwitchedSession } from './platform-switch'
import type { AppContext } from './app-context'
import { holdChanges } from './hold-changes'
import { shareChanges } from './share-changes'

export interface SessionServices extends Pick<SwitchedSession, 'busy' | 'pauseJobs'> {
  readonly changeService: ChangeService
  readonly affected: ReadAffected
  readonly offlineQueue: OfflineQueue
  readonly loans: Loans
  readonly enterpriseImports: EnterpriseImports
  readonly stocktakes: Stocktakes
  readonly locks: SourceOnProbation
  readonly profileTester: ProfileTester
  /** Null if there are no simulated locks. */
  readonly simulator: LockSimulator | null
}

const touchesPeople: ReadonlySet<ChangeAction> = new Set([
  'add-employee',
  'edit-employee',
  'delete-employee',
  'assign',
  'lend',
])

/** An upper bound for the number of running jobs. */
const maxJobs = 1_000
/** Longer than the deadline of one request (60 s), so that a pausing job can finish its last request. */
const requestTimeoutMs = 65_000

/** Starts the services of one platform: its locks, its changes, and the events sent to the page. */
export const startSessionServices = (
  app: AppContext,
  platform: ConnectedPlatform,
  savedPlatformId: string,
  disposables: DisposableStore,
): SessionServices => {
  const { savedPlatforms, files, usb, profiles, recognition, journal, emit, log } = app
  const { monitor, directory, employees } = platform
  const hasSimulator = platform.training || app.options.simulatedLocks
  const modelFiles = hasSimulator ? readSimulatedDevices(app.options.simulatedDeviceFiles) : succeed([])
  if (!modelFiles.ok) log.error('simulated devices cannot be read', { error: modelFiles.error.message })
  const simulator = hasSimulator
    ? createLockSimulator({
        recognition: recognition(),
        log,
        modelLocks: [...trainingModelLocks(), ...(modelFiles.ok ? modelFiles.value : [])],
      })
    : null
  // USB locks stay across platforms; simulated locks belong to their platform.
  const plugged = simulator === null ? usb : combineLockSources(simulator.source, usb)
  const onSuspended = (id: string) => app.notices.add('profile-suspended', id)
  const locks = withProbation(plugged, profiles, onSuspended)
  const testers = simulator === null ? usb : combineProfileTesters(simulator.source, usb)
  const profileTester = testerOnProbation(testers, profiles)
  const loans = createLoans({
    directory,
    journal,
    file: files.loans,
    platformId: platform.id,
    branch: app.branchOf(platform),
    refuseDueDate: app.policy.refuseDueDate,
    onError: (error) => log.warn('closed loans are not saved', { error }),
  })
  const affected = createReadAffected({ directory, employees, loans })
  const changeService = createChangeService({
    client: monitor.client,
    directory,
    journal,
    locks,
    confirmHighImpact: app.desktop.confirmHighImpact,
    platform,
    addressOf: (platformId) => {
      if (platformId === platform.id) return platform.address ?? platformId
      return savedPlatforms.all().find((one) => one.platformId === platformId)?.baseUrl ?? platformId
    },
    policy: app.policy,
    rememberedJobs: app.rememberedJobs,
    reportJob: app.resultLog.report,
    unsentSecrets: app.unsentSecrets,
    recentChanges: platform.training ? app.recentChanges.training : app.recentChanges.real,
    affected: async (request) => {
      const people = await affected(request)
      return app.settings.read().namesHidden ? withoutNames(people) : people
    },
    nameOf: (enterpriseGlobalId, memberGlobalId) =>
      employees.names(enterpriseGlobalId).get(memberGlobalId) ?? null,
    guards: { maxFailedPercent: () => app.settings.read().maxFailedPercent, employees },
    chunkSize: (action) => {
      const { chunkSize, employeesPerCall } = app.settings.read()
      return action === 'add-employee' ? employeesPerCall : chunkSize
    },
    onContinuousIdle: () => emit('continuous/stopped', { because: 'idle' }),
    onNewEnterprises: (enterprises) =>
      void platform.register
        .add(enterprises)
        .then(() => directory.refreshAll())
        .catch((error: unknown) => log.error('enterprise list not saved', { error })),
  })
  /** These jobs change the employee list, which is otherwise reloaded rarely. */
  const rereadEmployees = ({ jobId, action, state }: Job): void => {
    if (state !== 'ended' || !touchesPeople.has(action)) return
    const rows = journal.job(jobId)?.intent.rows ?? []
    for (const id of new Set(rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))) {
      void employees.reread(id)
    }
  }
  const offlineQueue = createOfflineQueue({
    file: files.queue,
    platformId: platform.id,
    journal,
    directory,
    queueGateway: changeService.queueGateway,
    // A command does only what it was asked to do; the queue waits for the window.
    isReachable: () => app.hasWindow && !platform.isLookOnly() && monitor.status().state === 'reachable',
    // The queue of a platform that is look only waits for no connection.
    probe: () => (platform.isLookOnly() ? Promise.resolve() : directory.probe()),
    expiresAfterMs: () => app.settings.read().queueHours * 3_600_000,
    onError: (error) => log.error('offline queue failed', { error }),
  })
  const enterpriseImports = createEnterpriseImports({
    client: monitor.client,
    register: platform.register,
    readLists: (enterpriseGlobalId) => directory.refresh(enterpriseGlobalId),
    kept: app.enterpriseImports,
    platformId: platform.id,
  })
  const stocktakes = createStocktakes({
    folder: join(app.folder, 'stocktakes'),
    platformId: platform.id,
    directory,
    locks,
    branch: app.branchOf(platform),
    writes: app.stocktakeWrites,
    onProblem: (problem) => {
      if (problem.kind === 'unreadable') app.notices.add('stocktake-unreadable', problem.copy)
      else if (problem.kind === 'newer')
        app.notices.add('file-newer', `stocktakes/${problem.name} · ${problem.version}`)
      else app.notices.add('file-unreachable', `stocktakes/${problem.name} · ${problem.message}`)
    },
  })
  const subscriptions = [
    stocktakes.onChange((change) => emit('stocktakes/changed', change)),
    stocktakes.onNotCounted((failed) => emit('stocktakes/not-counted', failed)),
    enterpriseImports.onChange((change) => emit('enterprises/import-changed', change)),
    loans.onChange(() => emit('loans/changed', null)),
    offlineQueue.onChange(() => emit('outbox/changed', null)),
    monitor.onChange((status) => {
      if (status.state === 'reachable') {
        // The platform has accepted the credentials.
        void savedPlatforms.markVerified(savedPlatformId).catch(() => undefined)
        if (app.hasWindow) offlineQueue.onReachable()
        employees.retryUnanswered()
      }
      emit('platform/status', status)
    }),
    locks.onChange((plugged) => emit('locks/changed', plugged)),
    app.onAway(() => {
      if (changeService.stopContinuous()) emit('continuous/stopped', { because: 'away' })
    }),
    savedPlatforms.onChange(() => {
      if (platform.isLookOnly() && holdChanges(changeService))
        emit('continuous/stopped', { because: 'look-only' })
    }),
    watchDoubleNumbers({ source: plugged, profiles, onSuspended }),
    profiles.onChange(() => {
      locks.recognize(recognition())
      // A comparison changes what is shown of the same locks.
      emit('locks/changed', locks.list())
      emit('devices/changed', profileTester.devices())
    }),
    profileTester.onDevices((attached) => emit('devices/changed', attached)),
    simulator?.onChange((simulated) => emit('simulator/changed', simulated)),
    changeService.jobs.onChange((job) => emit('jobs/changed', job)),
    changeService.jobs.onChange(rereadEmployees),
    ...shareChanges(app, platform, changeService),
    employees.onChange((changed) => emit('employees/changed', changed)),
    directory.onRefreshed((enterpriseGlobalId) => emit('records/refreshed', { enterpriseGlobalId })),
    directory.onLocalChange((enterpriseGlobalIds) =>
      emit('records/changed-locally', { enterpriseGlobalIds }),
    ),
    applyLocalResults({ journal, directory, platformId: platform.id }),
  ]
  // The parts stop first, so that their last results are still applied and shown.
  if (simulator !== null) disposables.add(simulator.source)
  for (const unsubscribe of subscriptions) if (unsubscribe !== undefined) disposables.add(unsubscribe)
  disposables.add(changeService)
  disposables.add(offlineQueue)
  disposables.add(loans)
  disposables.add(enterpriseImports)
  disposables.add(stocktakes)
  if (app.hasWindow) {
    disposables.add(
      createReminders({
        notifier: app.notifier,
        platformId: platform.id,
        training: platform.training,
        loans,
        hasLoans: app.policy.state.policy.hiddenPages?.includes('lending') !== true,
        jobs: changeService.jobs,
        offlineQueue,
        file: files.reminders,
        settings: app.settings,
        language: app.desktop.language,
        isInFront: app.window.isInFront,
        open: (target) => {
          app.window.show()
          app.links.show(target)
        },
        onError: (error) => log.warn('reminders', { error }),
      }),
    )
  }
  const runningJobs = () => changeService.jobs.list(maxJobs).filter(({ state }) => state === 'running')

  return {
    changeService,
    affected,
    offlineQueue,
    loans,
    enterpriseImports,
    stocktakes,
    locks,
    profileTester,
    simulator,
    busy: () => ({
      inFlight: journal
        .open()
        .filter(({ state, job }) => state === 'sent' && job.intent.environment === platform.id).length,
      jobs: runningJobs().length + (enterpriseImports.isRunning() ? 1 : 0),
    }),
    pauseJobs: async () => {
      for (const { jobId } of runningJobs()) changeService.jobs.pause(jobId)
      enterpriseImports.pause('platform-switched')
      await enterpriseImports.settled()
      const until = Date.now() + requestTimeoutMs
      while (runningJobs().length > 0 && Date.now() < until) await pause(50)
    },
  }
}
