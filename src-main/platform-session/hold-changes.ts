import type { ChangeService } from '../changes/change-service'

/** An upper bound for the number of unfinished jobs. */
const maxJobs = 1_000

/**
 * For a platform that becomes look only: ends continuous mode and pauses every job, also one that waits for the platform and
 * would go on by itself. Returns whether continuous mode was on.
 */
export const holdChanges = (changeService: Pick<ChangeService, 'jobs' | 'stopContinuous'>): boolean => {
  const { jobs } = changeService
  for (const { jobId, state } of jobs.list(maxJobs)) if (state !== 'ended') jobs.pause(jobId)
  return changeService.stopContinuous()
}
