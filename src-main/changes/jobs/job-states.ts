import { operationOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job, JobPause, JobState } from '#shared/model/changes/job'
import { changesOf } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'
import { createEmitter } from '../../util/emitter'
import { jobOf } from '../journal-entry'
import type { ElsewhereOf } from '../journal-entry'
import type { JobRuntime } from './job-runtime'
import { hasWaitingRows } from './pause-controller'

export type JobStates = ReturnType<typeof createJobStates>

/** The runtimes of the jobs that have not ended, and every job of the journal as the page sees it. */
export const createJobStates = ({
  journal,
  addressOf,
  elsewhereOf,
}: {
  readonly journal: Pick<Journal, 'job' | 'jobs'>
  /** The present address of a platform by its ID in the journal. */
  readonly addressOf: (platformId: string) => string
  readonly elsewhereOf: ElsewhereOf
}) => {
  const runtimes = new Map<string, JobRuntime>()
  const listeners = createEmitter<Job>()
  let isStopped = false

  const toJob = (job: JournaledJob): Job =>
    jobOf(job, runtimes.get(job.jobId) ?? { state: hasWaitingRows(job) ? 'paused' : 'ended', pause: null }, {
      address: addressOf(job.intent.environment),
      elsewhere: elsewhereOf(job.intent),
    })

  /** The change with its result, also while the result cannot be written. */
  const withUnwritten = (change: JournaledChange): JournaledChange => {
    const unwritten = runtimes.get(change.job.jobId)?.unwritten.find(({ row }) => row === change.rowIndex)
    if (unwritten === undefined) return change
    const { state, reason, result = change.result } = unwritten
    return { ...change, state, reason, result }
  }

  const notify = (jobId: string): void => {
    const job = journal.job(jobId)
    if (job !== null) listeners.emit(toJob(job))
  }

  return {
    add: (jobId: string, runtime: JobRuntime): void => void runtimes.set(jobId, runtime),
    /** The job has ended: from now on, the journal alone has its state. */
    remove: (jobId: string): void => void runtimes.delete(jobId),
    has: (jobId: string): boolean => runtimes.has(jobId),
    /** A job that can be paused, resumed or canceled, or null. */
    find: (jobId: string): { readonly job: JournaledJob; readonly runtime: JobRuntime } | null => {
      const job = journal.job(jobId)
      const runtime = runtimes.get(jobId)
      return job === null || runtime === undefined ? null : { job, runtime }
    },
    set: (jobId: string, runtime: JobRuntime, state: JobState, why: JobPause | null = null): void => {
      runtime.state = state
      runtime.pause = why
      notify(jobId)
    },
    /** Checked after every wait, because the job may have been paused, canceled or stopped meanwhile. */
    mayRun: ({ requestedState }: JobRuntime): boolean => requestedState === 'run' && !isStopped,
    isStopped: (): boolean => isStopped,
    notify,
    onChange: listeners.add,
    toJob,
    read: (jobId: string): { readonly job: Job; readonly changes: readonly JournaledChange[] } | null => {
      const job = journal.job(jobId)
      return job === null ? null : { job: toJob(job), changes: changesOf(job).map(withUnwritten) }
    },
    /** Newest first, optionally of one action; unfinished jobs are listed regardless of the limit. */
    list: (limit: number, action?: ChangeAction): readonly Job[] => {
      const operation = action === undefined ? null : operationOf[action]
      const all = journal.jobs().filter(({ intent }) => operation === null || intent.operation === operation)
      const first = all.length - limit
      const listed = all.filter(({ jobId }, index) => index >= first || runtimes.has(jobId))
      return listed.reverse().map(toJob)
    },
    /** No job runs on. Resolves when no request is running. */
    stop: async (): Promise<void> => {
      isStopped = true
      for (const { waiting } of runtimes.values()) waiting.abort()
      await Promise.allSettled([...runtimes.values()].flatMap(({ running }) => running ?? []))
    },
  }
}
