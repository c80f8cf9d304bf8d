import { createHash } from 'node:crypto'
import { serialize } from 'node:v8'
import { actionOf, isLockAction } from '#shared/model/changes/change'
import { isLockJob } from '#shared/model/changes/job'
import type { Job, JobRequest } from '#shared/model/changes/job'
import { fail } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { Journal } from '../journal/journal'
import type { StartFailure } from './jobs/job-runner'

const inProgress = () =>
  fail({ code: 'in-progress' as const, message: 'an earlier change has no result yet' })

/** The asset number of a change of one lock, or null. */
const onlyLockOf = (request: JobRequest): string | null =>
  isLockJob(request) && request.rows.length === 1 ? (request.rows[0]?.assetNum ?? null) : null

/**
 * Identifies a request regardless of its operator and of what it sends again; a change of one lock also regardless of
 * its action. A digest, because a request may contain passwords; not JSON, because it may contain integers beyond 2^53.
 */
const keyOf = (request: JobRequest, lock: string | null): string => {
  const { operatorIdentity: _operator, sendsAgain: _earlier, ...rest } = request
  return createHash('sha256')
    .update(serialize(lock === null ? rest : { lock }))
    .digest('base64')
}

/** Whether a change of this lock is sent and has no result yet. */
export const isInFlight = (journal: Pick<Journal, 'open'>, platformId: string, assetNum: string): boolean =>
  journal
    .open()
    .some(
      ({ state, row, job: { intent } }) =>
        state === 'sent' &&
        row.key === assetNum &&
        intent.environment === platformId &&
        isLockAction(actionOf(intent.operation)),
    )

/**
 * Rejects repeated requests: a second change of one lock before the first has its result, and a job equal to a running
 * one. Other jobs with the same locks are allowed and wait row by row. The queue keeps one change per lock itself.
 */
export const createDuplicateGuard = (deps: {
  /** Whether a change of this lock is sent and has no result yet. */
  readonly isInFlight: (assetNum: string) => boolean
  readonly jobs: { readonly list: (limit: number) => readonly Pick<Job, 'jobId' | 'state'>[] }
}) => {
  /** By key: the job ID, or null while it is being confirmed. */
  const jobIds = new Map<string, string | null>()

  const forgetEnded = (): void => {
    if (jobIds.size === 0) return
    const running = new Set(
      deps.jobs.list(0).flatMap(({ jobId, state }) => (state === 'running' ? [jobId] : [])),
    )
    for (const [key, jobId] of jobIds) if (jobId !== null && !running.has(jobId)) jobIds.delete(key)
  }

  return {
    /** Runs `start`, unless an equal request runs or has started a job that runs. */
    unlessRepeated: async (
      request: JobRequest,
      start: () => Promise<Outcome<Job, StartFailure>>,
    ): Promise<Outcome<Job, StartFailure>> => {
      forgetEnded()
      const lock = onlyLockOf(request)
      const key = keyOf(request, lock)
      if (jobIds.has(key) || (lock !== null && deps.isInFlight(lock))) return inProgress()
      jobIds.set(key, null)
      try {
        const started = await start()
        if (started.ok) jobIds.set(key, started.value.jobId)
        return started
      } finally {
        if (jobIds.get(key) === null) jobIds.delete(key)
      }
    },
  }
}
