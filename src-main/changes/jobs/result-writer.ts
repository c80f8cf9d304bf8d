import { retryWithBackOff } from '../../util/async'
import type { JournaledJob } from '../../journal/journal-index'
import type { Journal, RowResult } from '../../journal/journal'
import type { JobRuntime } from './job-runtime'

export interface ResultWriter {
  /** Writes results, starting with those that could not be written before; what fails stays in `unwritten`. */
  readonly write: (job: JournaledJob, runtime: JobRuntime, results: readonly RowResult[]) => Promise<void>
  /** Writes as soon as the disk accepts it, unless `waiting` is aborted before; returns whether all is written. */
  readonly writeLater: (job: JournaledJob, runtime: JobRuntime) => Promise<boolean>
}

/** Brings the results of a job's rows to the disk. */
export const createResultWriter = ({
  journal,
  pause,
  onWritten,
}: {
  readonly journal: Pick<Journal, 'recordResults'>
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called after each attempt. */
  readonly onWritten: (jobId: string) => void
}): ResultWriter => {
  const write: ResultWriter['write'] = async ({ jobId }, runtime, results) => {
    const all = [...runtime.unwritten, ...results]
    runtime.unwritten = []
    if (all.length > 0 && !(await journal.recordResults(jobId, all)).ok) {
      // Another write may have failed meanwhile.
      runtime.unwritten = [...all, ...runtime.unwritten]
    }
    onWritten(jobId)
  }
  return {
    write,
    writeLater: (job, runtime) => {
      const attempt = async () => {
        runtime.writing = write(job, runtime, [])
        await runtime.writing
        return runtime.unwritten.length === 0
      }
      return retryWithBackOff(attempt, { pause, signal: runtime.waiting.signal })
    },
  }
}
