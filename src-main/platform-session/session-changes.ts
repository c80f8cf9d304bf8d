import type { ChangeAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { withoutNames } from '../changes/affected/read-affected'
import type { ReadAffected } from '../changes/affected/read-affected'
import { createChangeService } from '../changes/change-service'
import type { ChangeService } from '../changes/change-service'
import type { EmployeeDirectory } from '../directory/employee-directory'
import type { Journal } from '../journal/journal'
import type { LockSource } from '../locks/lock-source'
import type { AppContext } from './app-context'
import type { ConnectedPlatform } from './connect-platform'

/** The changes of a platform, with the settings, the policy and the dialogs of the app. */
export const startSessionChanges = (
  app: AppContext,
  platform: ConnectedPlatform,
  { locks, affected }: { readonly locks: LockSource; readonly affected: ReadAffected },
): ChangeService => {
  const { savedPlatforms, journal, emit, log } = app
  const { monitor, directory, employees } = platform
  return createChangeService({
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
}

const touchesPeople: ReadonlySet<ChangeAction> = new Set([
  'add-employee',
  'edit-employee',
  'delete-employee',
  'assign',
  'lend',
])

/** For ended jobs that change the employee list, which is otherwise reloaded rarely. */
export const rereadEmployees =
  (journal: Pick<Journal, 'job'>, employees: Pick<EmployeeDirectory, 'reread'>) =>
  ({ jobId, action, state }: Job): void => {
    if (state !== 'ended' || !touchesPeople.has(action)) return
    const rows = journal.job(jobId)?.intent.rows ?? []
    for (const id of new Set(rows.flatMap(({ enterpriseGlobalId }) => enterpriseGlobalId ?? []))) {
      void employees.reread(id)
    }
  }
