import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { changesOf } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { KeyedSequencer } from '../../util/async'
import { createChunkSender } from './chunk-sender'
import type { DriftGuard } from './drift-guard'
import { notWritable } from './job-hold'
import type { JobHold } from './job-hold'
import type { JobRuntime } from './job-runtime'
import type { JobStates } from './job-states'
import { nextRowIndexes } from './next-rows'
import { createPauseController, hasWaitingRows } from './pause-controller'
import { createResultWriter } from './result-writer'
import type { SecretKeeper } from './secret-keeper'
import type { SendDeps } from './send-batch'
import type { StopRules } from './stop-rules'

export interface JobRunDeps extends SendDeps {
  readonly sequencer: KeyedSequencer
  /** Called before the first row of a job is sent, also when it is resumed. Why it must not be sent, or null. */
  readonly release?: (job: JournaledJob) => Promise<JobHold | null>
  /** One small read; null if the platform responded. */
  readonly probe: () => Promise<PlatformFailure | null>
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  readonly stopRules: StopRules
  readonly driftGuard: DriftGuard
  readonly onEnded: (changes: readonly JournaledChange[]) => void
  readonly onPaused: (changes: readonly JournaledChange[]) => void
}

const isCanceled = ({ requestedState }: JobRuntime): boolean => requestedState === 'cancel'

/** Runs a job from where it is. Resolves when it has paused or ended. */
export const createJobRun = (
  deps: JobRunDeps & { readonly states: JobStates; readonly keeper: SecretKeeper },
) => {
  const { journal, sequencer, release, stopRules, states, keeper } = deps
  const { mayRun } = states

  const endJob = (job: JournaledJob, runtime: JobRuntime): void => {
    states.remove(job.jobId)
    runtime.secrets.clear()
    keeper.drop(job.jobId)
    states.set(job.jobId, runtime, 'ended')
    deps.onEnded(changesOf(job))
  }

  const writer = createResultWriter({ journal, pause: deps.pause, onWritten: states.notify })
  const sendChunk = createChunkSender({ ...deps, writer, mayRun })
  const pauses = createPauseController({
    ...deps,
    writer,
    mayRun,
    setState: states.set,
    endJob,
    onPaused: (job) => deps.onPaused(changesOf(job)),
  })

  // Each of the next four resolves to whether the job has paused or ended.

  /** Reads the passwords of the rows. */
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

  /** A user's request or the next chunk. */
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

  return async (job: JournaledJob, runtime: JobRuntime): Promise<void> => {
    if (await loadSecrets(job, runtime)) return
    if (await writeResults(job, runtime)) return
    if (await waitForRelease(job, runtime)) return
    while (!states.isStopped()) if (await step(job, runtime)) return
    await runtime.writing
    // The operator who started this single change no longer waits for it.
    if (job.rowStates.length === 1 && hasWaitingRows(job))
      await journal.closeJob(job.jobId, { kind: 'interrupted' })
    if (runtime.unwritten.length === 0 && !hasWaitingRows(job)) endJob(job, runtime)
  }
}
