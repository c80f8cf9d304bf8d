import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { isLockJob } from '#shared/model/changes/job'
import type { Job, JobRequest } from '#shared/model/changes/job'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { ChangeService, StartFailure, StartOptions } from './change-service'

const inProgress = () =>
  fail({ code: 'in-progress' as const, message: 'an earlier change has no result yet' })

/** The asset number of a change of one lock, or null. */
const onlyLockOf = (request: JobRequest): string | null =>
  isLockJob(request) && request.rows.length === 1 ? (request.rows[0]?.assetNum ?? null) : null

/**
 * Identifies a request regardless of its operator; a change of one lock also regardless of its action. A digest,
 * because a request may contain passwords; not JSON, because it may contain integers beyond 2^53.
 */
const keyOf = (request: JobRequest, lock: string | null): string => {
  const { operatorIdentity: _operator, ...rest } = request
  return createHash('sha256')
    .update(serialize(lock === null ? rest : { lock }))
    .digest('base64')
}

/**
 * Rejects repeated requests of the page: a second change of one lock before the first has its result, and a job
 * equal to a running one. Other jobs with the same locks are allowed and wait row by row. The queue keeps one
 * change per lock itself.
 */
export const createDuplicateGuard = (
  changeService: Pick<ChangeService, 'startJob' | 'isInFlight' | 'jobs'>,
) => {
  /** By key: the job ID, or null while it is being confirmed. */
  const jobIds = new Map<string, string | null>()

  const forgetEnded = (): void => {
    if (jobIds.size === 0) return
    const running = new Set(
      changeService.jobs.list(0).flatMap(({ jobId, state }) => (state === 'running' ? [jobId] : [])),
    )
    for (const [key, jobId] of jobIds) if (jobId !== null && !running.has(jobId)) jobIds.delete(key)
  }

  return {
    startJob: async (request: JobRequest, options?: StartOptions): Promise<Outcome<Job, StartFailure>> => {
      forgetEnded()
      const lock = onlyLockOf(request)
      const key = keyOf(request, lock)
      if (jobIds.has(key) || (lock !== null && changeService.isInFlight(lock))) return inProgress()
      jobIds.set(key, null)
      try {
        const started = await changeService.startJob(request, options)
        if (started.ok) jobIds.set(key, started.value.jobId)
        return started
      } finally {
        if (jobIds.get(key) === null) jobIds.delete(key)
      }
    },
  }
}
export type DuplicateGuard = ReturnType<typeof createDuplicateGuard>
