import { setTimeout as pause } from 'node:timers/promises'
import type { ChangeService } from '../changes/change-service'
import type { EnterpriseImports } from '../directory/enterprise-import'
import type { Journal } from '../journal/journal'
import type { SwitchedSession } from './platform-switch'

/** An upper bound for the number of running jobs. */
const maxJobs = 1_000
/** Longer than the deadline of one request (60 s), so that a pausing job can finish its last request. */
const requestTimeoutMs = 65_000

/** What runs on a platform, which pauses before another one is opened. */
export const createRunningWork = ({
  journal,
  platformId,
  jobs,
  enterpriseImports,
}: {
  readonly journal: Pick<Journal, 'open'>
  readonly platformId: string
  readonly jobs: Pick<ChangeService['jobs'], 'list' | 'pause'>
  readonly enterpriseImports: Pick<EnterpriseImports, 'isRunning' | 'pause' | 'settled'>
}): Pick<SwitchedSession, 'busy' | 'pauseJobs'> => {
  const runningJobs = () => jobs.list(maxJobs).filter(({ state }) => state === 'running')
  return {
    busy: () => ({
      inFlight: journal
        .open()
        .filter(({ state, job }) => state === 'sent' && job.intent.environment === platformId).length,
      jobs: runningJobs().length + (enterpriseImports.isRunning() ? 1 : 0),
    }),
    pauseJobs: async () => {
      for (const { jobId } of runningJobs()) jobs.pause(jobId)
      enterpriseImports.pause('platform-switched')
      await enterpriseImports.settled()
      const until = Date.now() + requestTimeoutMs
      while (runningJobs().length > 0 && Date.now() < until) await pause(50)
    },
  }
}
