import { join } from 'node:path'
import { createReadAffected } from '../changes/affected/read-affected'
import type { ReadAffected } from '../changes/affected/read-affected'
import type { ChangeService } from '../changes/change-service'
import { applyLocalResults } from '../changes/apply-local-results'
import { createLoans } from '../changes/loans/loans'
import type { Loans } from '../changes/loans/loans'
import { createOfflineQueue } from '../changes/offline-queue/offline-queue'
import type { OfflineQueue } from '../changes/offline-queue/offline-queue'
import { createEnterpriseImports } from '../directory/enterprise-import'
import type { EnterpriseImports } from '../directory/enterprise-import'
import { createReminders } from '../reminders/reminders'
import { createStocktakes } from '../stocktake/stocktakes'
import type { Stocktakes } from '../stocktake/stocktakes'
import type { DisposableStore } from '../util/disposable-store'
import type { ConnectedPlatform } from './connect-platform'
import type { SwitchedSession } from './platform-switch'
import type { AppContext } from './app-context'
import { holdChanges } from './hold-changes'
import { createRunningWork } from './running-work'
import { rereadEmployees, startSessionChanges } from './session-changes'
import { startSessionLocks } from './session-locks'
import type { SessionLocks } from './session-locks'
import { shareChanges } from './share-changes'

export interface SessionServices
  extends
    Pick<SwitchedSession, 'busy' | 'pauseJobs'>,
    Pick<SessionLocks, 'locks' | 'profileTester' | 'simulator'> {
  readonly changeService: ChangeService
  readonly affected: ReadAffected
  readonly offlineQueue: OfflineQueue
  readonly loans: Loans
  readonly enterpriseImports: EnterpriseImports
  readonly stocktakes: Stocktakes
}

/** Starts the services of one platform: its locks, its changes, and the events sent to the page. */
export const startSessionServices = (
  app: AppContext,
  platform: ConnectedPlatform,
  savedPlatformId: string,
  disposables: DisposableStore,
): SessionServices => {
  const { savedPlatforms, files, journal, emit, log } = app
  const { monitor, directory, employees } = platform
  const sessionLocks = startSessionLocks(app, platform)
  const { locks, profileTester, simulator } = sessionLocks
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
  const changeService = startSessionChanges(app, platform, { locks, affected })
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
        directory.retryUnanswered()
      }
      emit('platform/status', status)
    }),
    ...sessionLocks.show(),
    app.onAway(() => {
      if (changeService.stopContinuous()) emit('continuous/stopped', { because: 'away' })
    }),
    savedPlatforms.onChange(() => {
      if (platform.isLookOnly() && holdChanges(changeService))
        emit('continuous/stopped', { because: 'look-only' })
    }),
    changeService.jobs.onChange((job) => emit('jobs/changed', job)),
    changeService.jobs.onChange(rereadEmployees(journal, employees)),
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
  for (const unsubscribe of subscriptions) disposables.add(unsubscribe)
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
    ...createRunningWork({ journal, platformId: platform.id, jobs: changeService.jobs, enterpriseImports }),
  }
}
