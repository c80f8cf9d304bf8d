import type { DomainFailure } from '#shared/model/failure'
import { operationOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job, JobPause, JobState } from '#shared/model/changes/job'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { changesOf } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { Intent } from '../../journal/record'
import type { KeyedSequencer } from '../../util/async'
import { createEmitter } from '../../util/emitter'
import { jobOf } from '../journal-entry'
import { isFromQueue } from '../offline-queue/queued-row'
import { createChunkSender } from './chunk-sender'
import type { DriftGuard } from './drift-guard'
import { notWritable } from './job-hold'
import type { JobHold } from './job-hold'
import { createJobRuntime } from './job-runtime'
import type { JobRuntime, UnjournaledData } from './job-runtime'
import { nextRowIndexes } from './next-rows'
import { createPauseController, hasWaitingRows } from './pause-controller'
import { createResultWriter } from './result-writer'
import { createSecretKeeper } from './secret-keeper'
import type { SendDeps } from './send-batch'
import { restartCount } from './sent-rows'
import type { StopRules } from './stop-rules'
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
  deps: SendDeps & {
    sequencer: KeyedSequencer
    platformId: string
    /** Called before the first row of a job is sent, also when it is resumed. Why it must not be sent, or null. */
    release?: (job: JournaledJob) => Promise<JobHold | null>
    /** The present address of a platform by its ID in the journal. */
    addressOf: (platformId: string) => string
    unsent: UnsentSecrets
    /** One small read; null if the platform responded. */
    probe: () => Promise<PlatformFailure | null>
    pause: (ms: number, signal: AbortSignal) => Promise<void>
    stopRules: StopRules
    driftGuard: DriftGuard
    onEnded: (changes: readonly JournaledChange[]) => void
    onPaused: (changes: readonly JournaledChange[]) => void
  },
): JobRunner => {
  const { journal, sequencer, platformId, release, stopRules, driftGuard } = deps
  const runtimes = new Map<string, JobRuntime>()
  const listeners = createEmitter<Job>()
  let stopped = false
  const keeper = createSecretKeeper(journal, deps.unsent)

  const toJob = (job: JournaledJob): Job =>
    jobOf(
      job,
      runtimes.get(job.jobId) ?? { state: hasWaitingRows(job) ? 'paused' : 'ended', pause: null },
      deps.addressOf(job.intent.environment),
    )

  /** The change with its result, also while the result cannot be written. */
  const withUnwritten = (change: JournaledChange): JournaledChange => {
    const unwritten = runtimes.get(change.job.jobId)?.unwritten.find(({ row }) => row === change.rowIndex)
    if (unwritten === undefined) return change
    const { state, reason, result = change.result } = unwritten
    return { ...change, state, reason, result }
  }

  const notify = (jobId: string) => {
    const job = journal.job(jobId)
    if (job !== null) listeners.emit(toJob(job))
  }

  const setState = (jobId: string, runtime: JobRuntime, state: JobState, why: JobPause | null = null) => {
    runtime.state = state
    runtime.pause = why
    notify(jobId)
  }

  const endJob = (job: JournaledJob, runtime: JobRuntime) => {
    runtimes.delete(job.jobId)
    runtime.secrets.clear()
    keeper.drop(job.jobId)
    setState(job.jobId, runtime, 'ended')
    deps.onEnded(changesOf(job))
  }

  /** Checked after every wait, because the job may have been paused, canceled or stopped meanwhile. */
  const mayRun = ({ requestedState }: JobRuntime): boolean => requestedState === 'run' && !stopped

  const writer = createResultWriter({ journal, pause: deps.pause, onWritten: notify })
  const sendChunk = createChunkSender({ ...deps, keeper, writer, mayRun })
  const pauses = createPauseController({
    ...deps,
    writer,
    mayRun,
    setState,
    endJob,
    onPaused: (job) => deps.onPaused(changesOf(job)),
  })

  const isCanceled = ({ requestedState }: JobRuntime): boolean => requestedState === 'cancel'

  /** One step of a job: a user's request or the next chunk. Returns true when the job has paused or ended. */
  const step = async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
    if (runtime.requestedState === 'cancel') return pauses.cancel(job, runtime)
    if (runtime.requestedState === 'pause' && hasWaitingRows(job))
      return pauses.pauseOrEnd(job, runtime, { kind: 'requested' })
    if (hasWaitingRows(job)) {
      const why = await stopRules.check(job, runtime)
      // The user may have asked for something else during a read-back.
      if (!mayRun(runtime)) return false
      // A listener may cancel the job as soon as it is paused: a command does.
      if (why !== null) return (await pauses.pauseOrEnd(job, runtime, why)) && !isCanceled(runtime)
    }
    const rowIndexes = nextRowIndexes(job, runtime.next, stopRules.maxRows(job, runtime))
    if (rowIndexes.length === 0) return pauses.pauseOrEnd(job, runtime, null)
    const keys = rowIndexes.flatMap((rowIndex) => job.intent.rows[rowIndex]?.key ?? [])
    const why = await sequencer.queue(keys, () => sendChunk(job, rowIndexes, runtime))
    if (why === null) return false
    return why.kind === 'platform'
      ? pauses.untilPlatform(job, runtime, why)
      : pauses.pauseOrEnd(job, runtime, why)
  }

  /** Reads the passwords of the rows. Returns true when the job has paused or ended, as the two steps below do. */
  const loadSecrets = async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
    while (runtime.mustLoadSecrets && mayRun(runtime)) {
      const isOpen = await keeper.loadSecrets(job, runtime)
      if (!isOpen && (await pauses.pauseOrEnd(job, runtime, { kind: 'passwords-locked' }))) return true
    }
    return false
  }

  /** Writes the results that the journal did not take before. Without them, nothing more is sent. */
  const writeResults = async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
    await runtime.writing
    if (runtime.unwritten.length > 0) await writer.write(job, runtime, [])
    if (runtime.unwritten.length === 0) return false
    if (isCanceled(runtime)) runtime.requestedState = 'pause'
    return pauses.pauseOrEnd(job, runtime, notWritable)
  }

  /** Waits until the job may send. */
  const waitForRelease = async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
    while (mayRun(runtime)) {
      const hold = (await release?.(job)) ?? null
      if (hold === null) break
      // A listener may cancel the job as soon as it is paused.
      if ((await pauses.endOrPause(job, runtime, hold)) && !isCanceled(runtime)) return true
    }
    return false
  }

  const run = async (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    if (await loadSecrets(job, runtime)) return
    if (await writeResults(job, runtime)) return
    if (await waitForRelease(job, runtime)) return
    while (!stopped) if (await step(job, runtime)) return
    await runtime.writing
    // The operator who started this single change no longer waits for it.
    if (job.rowStates.length === 1 && hasWaitingRows(job))
      await journal.closeJob(job.jobId, { kind: 'interrupted' })
    if (runtime.unwritten.length === 0 && !hasWaitingRows(job)) endJob(job, runtime)
  }

  /** Resolves when the job has paused or ended. */
  const begin = (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    runtimes.set(job.jobId, runtime)
    if (runtime.waiting.signal.aborted) runtime.waiting = new AbortController()
    if (mayRun(runtime)) setState(job.jobId, runtime, 'running')
    const running = run(job, runtime).finally(() => (runtime.running = null))
    runtime.running = running
    return running
  }

  /** A job that can be paused, resumed or canceled, or null. */
  const findActive = (jobId: string): { job: JournaledJob; runtime: JobRuntime } | null => {
    const job = journal.job(jobId)
    const runtime = runtimes.get(jobId)
    return job === null || runtime === undefined ? null : { job, runtime }
  }

  /** Jobs interrupted by a crash stay paused until they are resumed by hand: hours may have passed. */
  for (const job of journal.jobs()) {
    if (job.rowStates.length > 1 && hasWaitingRows(job) && !isFromQueue(job)) {
      const runtime = createJobRuntime({ plugIds: new Map(), secrets: new Map() })
      runtimes.set(job.jobId, { ...runtime, state: 'paused', ...keeper.pauseAfterRestart(job) })
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
      if (stopped) {
        // The operator who started this single change no longer waits for it.
        await journal.closeJob(jobId, { kind: 'interrupted' })
        keeper.drop(jobId)
        return fail({ code: 'switching', message: 'the platform is being closed' })
      }
      void begin(intended.value, { ...createJobRuntime(data), plan })
      return succeed(toJob(intended.value))
    },
    pause: (jobId) => {
      const found = findActive(jobId)
      if (found === null) return notFound('the job')
      const { job, runtime } = found
      if (runtime.requestedState !== 'cancel') runtime.requestedState = 'pause'
      // A paused or ended job may still be writing its results.
      if (runtime.running !== null) runtime.waiting.abort()
      return succeed(toJob(job))
    },
    resume: (jobId) => {
      const found = findActive(jobId)
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
      const found = findActive(jobId)
      if (found === null) return notFound('the job')
      const { job, runtime } = found
      runtime.requestedState = 'cancel'
      runtime.waiting.abort()
      if (runtime.running === null) {
        await begin(job, runtime)
        if (runtimes.has(jobId))
          return fail({ code: 'not-saved', message: 'the journal could not be written' })
      }
      return succeed(toJob(job))
    },
    read: (jobId) => {
      const job = journal.job(jobId)
      return job === null ? null : { job: toJob(job), changes: changesOf(job).map(withUnwritten) }
    },
    list: (limit, action) => {
      const operation = action === undefined ? null : operationOf[action]
      const all = journal.jobs().filter(({ intent }) => operation === null || intent.operation === operation)
      const first = all.length - limit
      const listed = all.filter(({ jobId }, index) => index >= first || runtimes.has(jobId))
      return listed.reverse().map(toJob)
    },
    onChange: listeners.add,
    stop: async () => {
      stopped = true
      for (const { waiting } of runtimes.values()) waiting.abort()
      await Promise.allSettled([...runtimes.values()].flatMap(({ running }) => running ?? []))
      await keeper.settled()
    },
  }
}
