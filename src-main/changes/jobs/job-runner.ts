import type { DomainFailure } from '#shared/model/failure'
import { operationOf } from '#shared/model/changes/change'
import type { ChangeAction } from '#shared/model/changes/change'
import type { Job, JobPause, JobState } from '#shared/model/changes/job'
import { fail, notFound, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { changesOf } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { RowResult } from '../../journal/journal'
import type { Intent } from '../../journal/record'
import { createEmitter } from '../../util/emitter'
import { createJobRuntime } from './job-runtime'
import type { JobRuntime, UnjournaledData } from './job-runtime'
import { jobOf } from '../journal-entry'
import { changeOperations } from '../operations/change-operations'
import { retryWithBackOff } from '../../util/async'
import type { KeyedSequencer } from '../../util/async'
import { isFromQueue } from '../offline-queue/queued-row'
import { createSecretKeeper } from './secret-keeper'
import { sendBatch, validateBatch } from './send-batch'
import type { SendDeps, SendResult } from './send-batch'
import type { UnsentSecrets } from './unsent-secrets'
import { waitForPlatform } from './wait-for-platform'

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

/** Why a job is not sent: a job of several rows waits, a single change ends. */
export interface JobHold {
  readonly kind: 'journal-not-writable' | 'log-not-delivered'
}

const notWritable: JobHold = { kind: 'journal-not-writable' }

/** Whether the rows keep waiting: they are certainly unchanged, and sending them now would fail the same way. */
const mayWait = ({ isUnsent, requestFailure }: SendResult): boolean => {
  if (requestFailure === null || requestFailure === 'journal-not-writable') return isUnsent
  const { code, changed } = requestFailure.failure
  // An invalid request stays invalid.
  if (code === 'invalid') return false
  return isUnsent || (code === 'unauthorized' && changed === 'no')
}

/**
 * Changes many locks in chunks: the intent is on disk first, then each request has “sent” and its results in
 * the journal. A job outlives the window; an unreachable platform pauses it, and it resumes by itself. If the
 * process dies, at most the running request is unconfirmed.
 */
export const createJobRunner = (
  deps: SendDeps & {
    sequencer: KeyedSequencer
    environment: string
    /** Called before the first row of a job is sent, also when it is resumed. Why it must not be sent, or null. */
    release?: (job: JournaledJob) => Promise<JobHold | null>
    /** The present address of a platform by its ID in the journal. */
    addressOf: (platformId: string) => string
    unsent: UnsentSecrets
    /** One small read; null if the platform responded. */
    probe: () => Promise<PlatformFailure | null>
    pause: (ms: number, signal: AbortSignal) => Promise<void>
    onEnded: (changes: readonly JournaledChange[]) => void
    onPaused: (changes: readonly JournaledChange[]) => void
  },
): JobRunner => {
  const { journal, sequencer, environment, probe, pause, release } = deps
  const runtimes = new Map<string, JobRuntime>()
  const listeners = createEmitter<Job>()
  let stopped = false
  const keeper = createSecretKeeper(journal, deps.unsent)

  const hasWaiting = ({ counts }: JournaledJob) => counts.intent > 0

  const toJob = (job: JournaledJob): Job =>
    jobOf(
      job,
      runtimes.get(job.jobId) ?? { state: hasWaiting(job) ? 'paused' : 'ended', pause: null },
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

  /** Writes results, starting with those that could not be written before. */
  const writeResults = async (
    { jobId }: JournaledJob,
    runtime: JobRuntime,
    results: readonly RowResult[],
  ): Promise<void> => {
    const all = [...runtime.unwritten, ...results]
    runtime.unwritten = []
    if (all.length > 0 && !(await journal.recordResults(jobId, all)).ok) {
      // Another write may have failed meanwhile.
      runtime.unwritten = [...all, ...runtime.unwritten]
    }
    notify(jobId)
  }

  /** Sends one request; returns why the job must pause, or null. */
  const sendChunk = async (
    job: JournaledJob,
    rowIndexes: readonly number[],
    runtime: JobRuntime,
  ): Promise<JobPause | null> => {
    // If the job was paused or stopped before its turn, the rows keep waiting.
    runtime.next = 0
    if (!mayRun(runtime)) return null
    const { sendable, results } = await validateBatch(job, rowIndexes, runtime, deps)
    keeper.forget(
      job,
      runtime,
      results.map(({ row }) => row),
    )
    if (!mayRun(runtime)) return null
    runtime.next = (rowIndexes.at(-1) ?? -1) + 1
    if (results.length > 0) await writeResults(job, runtime, results)
    // A row whose result is not on disk would look as if it were still waiting.
    if (runtime.unwritten.length > 0) return notWritable
    if (sendable.length === 0) return null
    const sent = await sendBatch(job, sendable, runtime.secrets, deps)
    // A single change never waits: its operator sees the result and can retry.
    const waits = job.rowStates.length > 1 && mayWait(sent)
    if (waits) {
      runtime.next = 0
      // Rows without a “sent” record are still waiting; the others need a record that they wait again.
      const markedSent = sendable.filter((rowIndex) => job.rowStates[rowIndex]?.state === 'sent')
      if (markedSent.length > 0 && !(await journal.recordReturned(job.jobId, markedSent)).ok) {
        runtime.unwritten = [...runtime.unwritten, ...sent.results]
      }
    } else {
      // Keeps a password only while its row may still be sent.
      keeper.forget(job, runtime, sendable)
      // Not awaited: the results reach the disk before or together with the next chunk's “sent”.
      runtime.writing = writeResults(job, runtime, sent.results)
    }
    if (sent.requestFailure === 'journal-not-writable') return notWritable
    const mustPause = sent.requestFailure !== null && (waits || sent.requestFailure.failure.changed !== 'no')
    if (mustPause) return sent.requestFailure
    runtime.backOff.reset()
    return null
  }

  const nextRowIndexes = ({ rowStates: rows, intent }: JournaledJob, runtime: JobRuntime): number[] => {
    const { rowsPerRequest, requestKeyOf } = changeOperations[intent.operation]
    const maxRows = rowsPerRequest(intent.chunkSize)
    const rowIndexes: number[] = []
    let requestKey: string | null = null
    for (let rowIndex = runtime.next; rowIndex < rows.length && rowIndexes.length < maxRows; rowIndex += 1) {
      const row = intent.rows[rowIndex]
      if (rows[rowIndex]?.state !== 'intent' || row === undefined) continue
      if (rowIndexes.length === 0) requestKey = requestKeyOf(row)
      if (requestKeyOf(row) !== requestKey) break
      rowIndexes.push(rowIndex)
    }
    return rowIndexes
  }

  /**
   * Writes results as soon as the disk accepts them, unless the user resumes or cancels the job before. The job ends
   * then if no row waits.
   */
  const writeLater = async (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    const attempt = async () => {
      runtime.writing = writeResults(job, runtime, [])
      await runtime.writing
      return runtime.unwritten.length === 0
    }
    const isWritten = await retryWithBackOff(attempt, { pause, signal: runtime.waiting.signal })
    if (isWritten && runtime.running === null && !hasWaiting(job)) endJob(job, runtime)
  }

  /**
   * Finishes writing, then pauses the job for `why` or ends it. Returns false if another request of the user
   * arrived meanwhile.
   */
  const pauseOrEnd = async (
    job: JournaledJob,
    runtime: JobRuntime,
    why: JobPause | null,
  ): Promise<boolean> => {
    const { requestedState } = runtime
    await runtime.writing
    if (runtime.unwritten.length > 0) await writeResults(job, runtime, [])
    if (runtime.requestedState !== requestedState && hasWaiting(job)) return false
    const pause = runtime.unwritten.length > 0 ? notWritable : why
    if (pause === null) endJob(job, runtime)
    else {
      setState(job.jobId, runtime, 'paused', pause)
      deps.onPaused(changesOf(job))
      if (runtime.unwritten.length > 0) void writeLater(job, runtime)
    }
    return true
  }

  /** A single change does not wait: its operator sees why and can retry. Rows of the queue return to it. */
  const endOrPause = async (job: JournaledJob, runtime: JobRuntime, hold: JobHold): Promise<boolean> => {
    if (job.rowStates.length > 1 && !isFromQueue(job)) return pauseOrEnd(job, runtime, hold)
    const closed = await journal.closeJob(job.jobId, hold)
    return pauseOrEnd(job, runtime, closed.ok ? null : notWritable)
  }

  /** One step of a job: a user's request or the next chunk. Returns true when the job has paused or ended. */
  const step = async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
    if (runtime.requestedState === 'cancel') {
      const closed = await journal.closeJob(job.jobId, { kind: 'cancelled' })
      if (closed.ok) return pauseOrEnd(job, runtime, null)
      runtime.requestedState = 'pause'
      return pauseOrEnd(job, runtime, notWritable)
    }
    if (runtime.requestedState === 'pause' && hasWaiting(job))
      return pauseOrEnd(job, runtime, { kind: 'requested' })
    const rowIndexes = nextRowIndexes(job, runtime)
    if (rowIndexes.length === 0) return pauseOrEnd(job, runtime, null)
    const keys = rowIndexes.flatMap((rowIndex) => job.intent.rows[rowIndex]?.key ?? [])
    const pauseReason = await sequencer.queue(keys, () => sendChunk(job, rowIndexes, runtime))
    if (pauseReason === null) return false
    if (pauseReason.kind !== 'platform') return pauseOrEnd(job, runtime, pauseReason)
    if (!hasWaiting(job)) return pauseOrEnd(job, runtime, null)
    // Rows of the queue return to it; their records are checked again when the platform is reachable.
    if (isFromQueue(job)) {
      const closed = await journal.closeJob(job.jobId, pauseReason)
      return pauseOrEnd(job, runtime, closed.ok ? null : notWritable)
    }
    if (!(await pauseOrEnd(job, runtime, pauseReason))) return false
    if (runtime.pause?.kind !== 'platform') return true
    // Aborted by resume, pause or cancel, and at quit.
    const { signal } = runtime.waiting
    const { backOff } = runtime
    await waitForPlatform({ probe, pause, signal, why: pauseReason.failure, backOff })
    runtime.waiting = new AbortController()
    if (mayRun(runtime)) setState(job.jobId, runtime, 'running')
    return false
  }

  const run = async (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    while (runtime.mustLoadSecrets && mayRun(runtime)) {
      const isOpen = await keeper.loadSecrets(job, runtime)
      if (!isOpen && (await pauseOrEnd(job, runtime, { kind: 'passwords-locked' }))) return
    }
    await runtime.writing
    if (runtime.unwritten.length > 0) await writeResults(job, runtime, [])
    if (runtime.unwritten.length > 0) {
      if (runtime.requestedState === 'cancel') runtime.requestedState = 'pause'
      if (await pauseOrEnd(job, runtime, notWritable)) return
    }
    while (mayRun(runtime)) {
      const hold = (await release?.(job)) ?? null
      if (hold === null) break
      // A listener may cancel the job as soon as it is paused.
      if ((await endOrPause(job, runtime, hold)) && runtime.requestedState !== 'cancel') return
    }
    while (!stopped) if (await step(job, runtime)) return
    await runtime.writing
    // The operator who started this single change no longer waits for it.
    if (job.rowStates.length === 1 && hasWaiting(job))
      await journal.closeJob(job.jobId, { kind: 'interrupted' })
    if (runtime.unwritten.length === 0 && !hasWaiting(job)) endJob(job, runtime)
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
    if (job.rowStates.length > 1 && hasWaiting(job) && !isFromQueue(job)) {
      const runtime = createJobRuntime({ plugIds: new Map(), secrets: new Map() })
      runtimes.set(job.jobId, { ...runtime, state: 'paused', ...keeper.pauseAfterRestart(job) })
    }
  }

  return {
    start: async (intent, data) => {
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
      void begin(intended.value, createJobRuntime(data))
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
      if (found?.job.intent.environment !== environment) return notFound('the job')
      const { job, runtime } = found
      if (runtime.requestedState !== 'cancel') runtime.requestedState = 'run'
      runtime.waiting.abort()
      if (runtime.running === null) {
        runtime.backOff.reset()
        runtime.next = 0
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
