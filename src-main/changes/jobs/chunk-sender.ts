import type { JobPause } from '#shared/model/changes/job'
import type { JournaledJob } from '../../journal/journal-index'
import type { RowResult } from '../../journal/journal'
import type { DriftGuard } from './drift-guard'
import { notWritable } from './job-hold'
import type { JobRuntime } from './job-runtime'
import type { ResultWriter } from './result-writer'
import type { SecretKeeper } from './secret-keeper'
import { sendBatch, validateBatch } from './send-batch'
import type { SendDeps, SendResult } from './send-batch'
import type { StopRules } from './stop-rules'

/** Whether the rows keep waiting: they are certainly unchanged, and sending them now would fail the same way. */
const mayWait = ({ isUnsent, requestFailure }: SendResult): boolean => {
  if (requestFailure === null || requestFailure === 'journal-not-writable') return isUnsent
  const { code, changed } = requestFailure.failure
  // An invalid request stays invalid.
  if (code === 'invalid') return false
  return isUnsent || (code === 'unauthorized' && changed === 'no')
}

/** Sends one request of a job; returns why the job must pause, or null. */
export type SendChunk = (
  job: JournaledJob,
  rowIndexes: readonly number[],
  runtime: JobRuntime,
) => Promise<JobPause | null>

export const createChunkSender = (
  deps: SendDeps & {
    readonly keeper: Pick<SecretKeeper, 'forget'>
    readonly writer: Pick<ResultWriter, 'write'>
    readonly driftGuard: Pick<DriftGuard, 'check'>
    readonly stopRules: Pick<StopRules, 'count'>
    /** Asked after every wait: the job may have been paused, canceled or stopped meanwhile. */
    readonly mayRun: (runtime: JobRuntime) => boolean
  },
): SendChunk => {
  const { journal, keeper, writer, driftGuard, stopRules, mayRun } = deps

  /**
   * Parts the rows into those to be sent and the results of those that must not be; a pause if the platform's lists cannot be
   * read. A single change does not wait for them.
   */
  const choose = async (job: JournaledJob, rowIndexes: readonly number[], runtime: JobRuntime) => {
    const { sendable, results } = await validateBatch(job, rowIndexes, runtime, deps)
    const drift = await driftGuard.check(job, sendable, runtime.plan)
    const { failure } = drift
    const pause: JobPause | null = failure === null ? null : { kind: 'platform', failure }
    if (pause !== null && job.rowStates.length > 1) return { sendable: [], results, pause }
    const held: readonly RowResult[] =
      pause === null ? drift.results : sendable.map((row) => ({ row, state: 'not-sent', reason: pause }))
    const heldRows = new Set(held.map(({ row }) => row))
    return {
      sendable: sendable.filter((rowIndex) => !heldRows.has(rowIndex)),
      results: [...results, ...held],
      pause: null,
    }
  }

  /** Lets the rows wait again. Those without a “sent” record still do; the others need a record. */
  const returnRows = async (
    job: JournaledJob,
    rowIndexes: readonly number[],
    runtime: JobRuntime,
    { results }: SendResult,
  ): Promise<void> => {
    runtime.next = 0
    const markedSent = rowIndexes.filter((rowIndex) => job.rowStates[rowIndex]?.state === 'sent')
    if (markedSent.length > 0 && !(await journal.recordReturned(job.jobId, markedSent)).ok)
      runtime.unwritten = [...runtime.unwritten, ...results]
  }

  return async (job, rowIndexes, runtime) => {
    // If the job was paused or stopped before its turn, the rows keep waiting.
    runtime.next = 0
    if (!mayRun(runtime)) return null
    const { sendable, results, pause } = await choose(job, rowIndexes, runtime)
    keeper.forget(
      job,
      runtime,
      results.map(({ row }) => row),
    )
    if (pause !== null && results.length > 0) await writer.write(job, runtime, results)
    if (pause !== null) return pause
    if (!mayRun(runtime)) return null
    runtime.next = (rowIndexes.at(-1) ?? -1) + 1
    if (results.length > 0) await writer.write(job, runtime, results)
    // A row whose result is not on disk would look as if it were still waiting.
    if (runtime.unwritten.length > 0) return notWritable
    if (sendable.length === 0) return null
    const sent = await sendBatch(job, sendable, runtime.secrets, deps)
    // A single change never waits: its operator sees the result and can retry.
    const waits = job.rowStates.length > 1 && mayWait(sent)
    if (waits) await returnRows(job, sendable, runtime, sent)
    else {
      stopRules.count(job, runtime, sent.results)
      // Keeps a password only while its row may still be sent.
      keeper.forget(job, runtime, sendable)
      // Not awaited: the results reach the disk before or together with the next chunk's “sent”.
      runtime.writing = writer.write(job, runtime, sent.results)
    }
    if (sent.requestFailure === 'journal-not-writable') return notWritable
    const mustPause = sent.requestFailure !== null && (waits || sent.requestFailure.failure.changed !== 'no')
    if (mustPause) return sent.requestFailure
    runtime.backOff.reset()
    return null
  }
}
