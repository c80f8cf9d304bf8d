import type { DomainFailure } from '#shared/model/failure'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { Intent } from '../../journal/record'
import type { ElsewhereOf } from '../journal-entry'
import { isFromQueue } from '../offline-queue/queued-row'
import { createJobRun } from './job-run'
import type { JobRunDeps } from './job-run'
import { createJobRuntime } from './job-runtime'
import type { JobRuntime, UnjournaledData } from './job-runtime'
import { createJobStates } from './job-states'
import { hasWaitingRows } from './pause-controller'
import { createSecretKeeper } from './secret-keeper'
import { restartCount } from './sent-rows'
import type { UnsentSecrets } from './unsent-secrets'

/** `invalid-input`: a field of the request is not what its operation takes · `switching`: the platform is being closed. */
export type StartFailure = DomainFailure | Failure<'invalid-input' | 'switching'>

export interface JobRunner {
  /** Starts a job with a confirmed intent; resolves when the intent is on disk. */
  start(intent: Intent, data: UnjournaledData): Promise<Outcome<Job, StartFailure>>
  pause(jobId: string): Outcome<Job, DomainFailure>
  resume(jobId: string): Outcome<Job, DomainFailure>
  cancel(jobId: string): Promise<Outcome<Job, DomainFailure>>
  read(jobId: string): { readonly job: Job; readonly changes: readonly JournaledChange[] } | null
  /** Newest first, optionally of one action; unfinished jobs are listed regardless of the limit. */
  list(limit: number, action?: ChangeAction): readonly Job[]
  onChange(listener: (job: Job) => void): () => void
  /** Resolves when no request is running. */
  stop(): Promise<void>
}

/**
 * Changes many locks in chunks: the intent is on disk first, then each request has “sent” and its results in
 * the journal. A job outlives the window; an unreachable platform pauses it, and it resumes by itself. If the
 * process dies, at most the running request is unconfirmed.
 */
export const createJobRunner = (
  deps: JobRunDeps & {
    platformId: string
    /** The present address of a platform by its ID in the journal. */
    addressOf: (platformId: string) => string
    elsewhereOf: ElsewhereOf
    unsent: UnsentSecrets
  },
): JobRunner => {
  const { journal, platformId, driftGuard } = deps
  const keeper = createSecretKeeper(journal, deps.unsent)
  const states = createJobStates(deps)
  const { toJob } = states
  const run = createJobRun({ ...deps, states, keeper })

  /** Resolves when the job has paused or ended. */
  const begin = (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    states.add(job.jobId, runtime)
    if (runtime.waiting.signal.aborted) runtime.waiting = new AbortController()
    if (states.mayRun(runtime)) states.set(job.jobId, runtime, 'running')
    const running = run(job, runtime).finally(() => (runtime.running = null))
    runtime.running = running
    return running
  }

  /** Jobs interrupted by a crash stay paused until they are resumed by hand: hours may have passed. */
  for (const job of journal.jobs()) {
    if (job.rowStates.length > 1 && hasWaitingRows(job) && !isFromQueue(job)) {
      const runtime = createJobRuntime({ plugIds: new Map(), secrets: new Map() })
      states.add(job.jobId, { ...runtime, state: 'paused', ...keeper.pauseAfterRestart(job) })
    }
  }

  return {
    start: async (intent, data) => {
      // Before anything else can read the lists again.
      const plan = driftGuard.planOf(intent)
      const intended = await journal.recordIntent(intent)
      if (!intended.ok) return fail({ code: 'not-saved', message: intended.error.message })
      const { jobId } = intended.value
      await keeper.keep(intended.value, data)
      if (states.isStopped()) {
        // The operator who started this single change no longer waits for it.
        await journal.closeJob(jobId, { kind: 'interrupted' })
        keeper.drop(jobId)
        return fail({ code: 'switching', message: 'the platform is being closed' })
      }
      void begin(intended.value, { ...createJobRuntime(data), plan })
      return succeed(toJob(intended.value))
    },
    pause: (jobId) => {
      const found = states.find(jobId)
      if (found === null) return notFound('the job')
      const { job, runtime } = found
      if (runtime.requestedState !== 'cancel') runtime.requestedState = 'pause'
      // A paused or ended job may still be writing its results.
      if (runtime.running !== null) runtime.waiting.abort()
      return succeed(toJob(job))
    },
    resume: (jobId) => {
      const found = states.find(jobId)
      // A job of another platform must be resumed there.
      if (found?.job.intent.environment !== platformId) return notFound('the job')
      const { job, runtime } = found
      if (runtime.requestedState !== 'cancel') runtime.requestedState = 'run'
      runtime.waiting.abort()
      if (runtime.running === null) {
        runtime.backOff.reset()
        runtime.next = 0
        runtime.sentRows = restartCount(runtime.sentRows, runtime.pause)
        void begin(job, runtime)
      }
      return succeed(toJob(job))
    },
    cancel: async (jobId) => {
      const found = states.find(jobId)
      if (found === null) return notFound('the job')
      const { job, runtime } = found
      runtime.requestedState = 'cancel'
      runtime.waiting.abort()
      if (runtime.running === null) {
        await begin(job, runtime)
        if (states.has(jobId)) return fail({ code: 'not-saved', message: 'the journal could not be written' })
      }
      return succeed(toJob(job))
    },
    read: states.read,
    list: states.list,
    onChange: states.onChange,
    stop: async () => {
      await states.stop()
      await keeper.settled()
    },
  }
}
