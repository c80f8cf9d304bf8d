import { onScopeDispose, shallowRef } from 'vue'
import type { ChangeState, JournalEntry } from '#shared/model/changes/change'
import type { Job, JobRowResult } from '#shared/model/changes/job'

/** Thousands of row results are rendered in batches at this interval, ms. */
const batchDelayMs = 60

/** Whether a row's state is final; `unknown` becomes final by reconciliation. */
const isFinal = (state: ChangeState): boolean =>
  state === 'done' || state === 'failed' || state === 'not-sent'

/**
 * Whether a result replaces the known state. A command response and an event may arrive in either order, so a
 * final state stays. A sent row may go back to waiting (the platform was not reached), so other states are
 * replaced.
 */
const isNewer = (before: ChangeState, after: ChangeState): boolean => {
  if (isFinal(before)) return isFinal(after)
  return before !== 'unknown' || after === 'unknown' || isFinal(after)
}

/** The known jobs, and the rows of those that were read. What is reported arrives in any order and in bursts. */
export const useJobTable = () => {
  const jobs = shallowRef<ReadonlyMap<string, Job>>(new Map())
  const rows = shallowRef<ReadonlyMap<string, readonly JournalEntry[]>>(new Map())
  /** Reported results not yet rendered, by job and entry. */
  const pendingResults = new Map<string, Map<string, JobRowResult>>()
  /** Reported jobs that wait for their rows, so that the counts of both are the same. */
  const pendingJobs = new Map<string, Job>()

  const of = (jobId: string | null): Job | null => (jobId === null ? null : (jobs.value.get(jobId) ?? null))
  const rowsOf = (jobId: string | null): readonly JournalEntry[] | null =>
    jobId === null ? null : (rows.value.get(jobId) ?? null)

  let batchTimer: ReturnType<typeof setTimeout> | undefined
  const applyResults = (): void => {
    clearTimeout(batchTimer)
    batchTimer = undefined
    const next = new Map(rows.value)
    for (const [jobId, results] of pendingResults) {
      const known = next.get(jobId)
      if (known === undefined) continue
      pendingResults.delete(jobId)
      next.set(
        jobId,
        known.map((entry) => {
          const result = results.get(entry.entryId)
          return result === undefined || !isNewer(entry.state, result.state) ? entry : { ...entry, ...result }
        }),
      )
    }
    rows.value = next
    for (const [jobId, job] of pendingJobs) {
      if (!next.has(jobId)) continue
      pendingJobs.delete(jobId)
      put(job)
    }
  }
  const scheduleApply = (): void => void (batchTimer ??= setTimeout(applyResults, batchDelayMs))
  onScopeDispose(() => clearTimeout(batchTimer))

  /**
   * A response may be older than a received event; an ended job never runs again. A job's new state and the results
   * reported before it are rendered together: a summary of older rows would be wrong.
   */
  const put = (job: Job): void => {
    const before = of(job.jobId)
    if (before?.state === 'ended' && job.state !== 'ended') return
    if (before?.state !== job.state && batchTimer !== undefined) applyResults()
    jobs.value = new Map(jobs.value).set(job.jobId, job)
  }

  return {
    jobs,
    rows,
    of,
    rowsOf,
    put,
    remove: (jobId: string): void => {
      pendingResults.delete(jobId)
      pendingJobs.delete(jobId)
      jobs.value = new Map([...jobs.value].filter(([id]) => id !== jobId))
      rows.value = new Map([...rows.value].filter(([id]) => id !== jobId))
    },
    /** The rows of the job are requested: what is reported before they arrive is kept for them. */
    beginRead: (jobId: string): void => {
      if (!pendingResults.has(jobId)) pendingResults.set(jobId, new Map())
    },
    /** @param read null if the job could not be read */
    endRead: (
      jobId: string,
      read: { readonly job: Job; readonly rows: readonly JournalEntry[] } | null,
    ): void => {
      const reported = pendingJobs.get(jobId)
      pendingJobs.delete(jobId)
      if (read !== null) {
        rows.value = new Map(rows.value).set(jobId, read.rows)
        applyResults()
        put(read.job)
      } else if (!rows.value.has(jobId)) pendingResults.delete(jobId)
      if (reported !== undefined) put(reported)
    },
    takeJob: (job: Job): void => {
      const isReadFirst = pendingResults.has(job.jobId) && !rows.value.has(job.jobId)
      const isCount =
        job.state === 'running' && rows.value.has(job.jobId) && of(job.jobId)?.state === 'running'
      if (isReadFirst || isCount) pendingJobs.set(job.jobId, job)
      else put(job)
      if (isCount) scheduleApply()
    },
    takeResults: (jobId: string, results: readonly JobRowResult[]): void => {
      const waiting =
        pendingResults.get(jobId) ?? (rows.value.has(jobId) ? new Map<string, JobRowResult>() : null)
      if (waiting === null) return
      for (const result of results) waiting.set(result.entryId, result)
      pendingResults.set(jobId, waiting)
      scheduleApply()
    },
  }
}
