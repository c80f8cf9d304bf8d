import type { ChangeReason } from '#shared/model/changes/change'
import type { JobPause, JobState } from '#shared/model/changes/job'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { JournaledJob } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'
import { isFromQueue } from '../offline-queue/queued-row'
import { notWritable } from './job-hold'
import type { JobHold } from './job-hold'
import type { JobRuntime } from './job-runtime'
import type { ResultWriter } from './result-writer'
import { waitForPlatform } from './wait-for-platform'

export const hasWaitingRows = ({ counts }: JournaledJob): boolean => counts.intent > 0

export type PauseController = ReturnType<typeof createPauseController>

/** Pauses and ends jobs. Each method resolves to whether the job has paused or ended. */
export const createPauseController = (deps: {
  readonly journal: Pick<Journal, 'closeJob'>
  readonly writer: ResultWriter
  readonly mayRun: (runtime: JobRuntime) => boolean
  readonly setState: (jobId: string, runtime: JobRuntime, state: JobState, why?: JobPause | null) => void
  readonly endJob: (job: JournaledJob, runtime: JobRuntime) => void
  readonly onPaused: (job: JournaledJob) => void
  /** One small read; null if the platform responded. */
  readonly probe: () => Promise<PlatformFailure | null>
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}) => {
  const { journal, writer, mayRun, setState, endJob, probe, pause } = deps

  /** Writes results as soon as possible. The job ends then if no row waits. */
  const writeLater = async (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    const isWritten = await writer.writeLater(job, runtime)
    if (isWritten && runtime.running === null && !hasWaitingRows(job)) endJob(job, runtime)
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
    if (runtime.unwritten.length > 0) await writer.write(job, runtime, [])
    if (runtime.requestedState !== requestedState && hasWaitingRows(job)) return false
    const reason = runtime.unwritten.length > 0 ? notWritable : why
    if (reason === null) endJob(job, runtime)
    else {
      setState(job.jobId, runtime, 'paused', reason)
      deps.onPaused(job)
      if (runtime.unwritten.length > 0) void writeLater(job, runtime)
    }
    return true
  }

  /** Ends the job without its waiting rows. It pauses if that cannot be written. */
  const close = async (job: JournaledJob, runtime: JobRuntime, reason: ChangeReason): Promise<boolean> => {
    const closed = await journal.closeJob(job.jobId, reason)
    return pauseOrEnd(job, runtime, closed.ok ? null : notWritable)
  }

  return {
    pauseOrEnd,
    /** Ends the job at the user's request; it can be canceled again if that could not be written. */
    cancel: async (job: JournaledJob, runtime: JobRuntime): Promise<boolean> => {
      const closed = await journal.closeJob(job.jobId, { kind: 'cancelled' })
      if (closed.ok) return pauseOrEnd(job, runtime, null)
      runtime.requestedState = 'pause'
      return pauseOrEnd(job, runtime, notWritable)
    },
    /** A single change does not wait: its operator sees why and can retry. Rows of the queue return to it. */
    endOrPause: (job: JournaledJob, runtime: JobRuntime, hold: JobHold): Promise<boolean> =>
      job.rowStates.length > 1 && !isFromQueue(job)
        ? pauseOrEnd(job, runtime, hold)
        : close(job, runtime, hold),
    /** Pauses the job until the platform responds. */
    untilPlatform: async (
      job: JournaledJob,
      runtime: JobRuntime,
      why: Extract<JobPause, { kind: 'platform' }>,
    ): Promise<boolean> => {
      if (!hasWaitingRows(job)) return pauseOrEnd(job, runtime, null)
      // Rows of the queue return to it; their records are checked again when the platform is reachable.
      if (isFromQueue(job)) return close(job, runtime, why)
      if (!(await pauseOrEnd(job, runtime, why))) return false
      if (runtime.pause?.kind !== 'platform') return true
      // Aborted by resume, pause or cancel, and at quit.
      const { signal } = runtime.waiting
      const { backOff } = runtime
      await waitForPlatform({ probe, pause, signal, why: why.failure, backOff })
      runtime.waiting = new AbortController()
      if (mayRun(runtime)) setState(job.jobId, runtime, 'running')
      return false
    },
  }
}
