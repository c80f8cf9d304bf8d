import type { ChangeReason } from '#shared/model/changes/change'
import type { JobPause } from '#shared/model/changes/job'
import { isTooMany, maxNextRows, minRowsForFirst } from '#shared/model/changes/stop-rule'
import { unlessAborted } from '../../util/async'
import { changeAt } from '../../journal/journal-index'
import type { JournaledChange, JournaledJob } from '../../journal/journal-index'
import type { RowResult } from '../../journal/journal'
import type { JobRuntime } from './job-runtime'

export interface StopRules {
  /** The most rows that the next request may have. */
  readonly maxRows: (job: JournaledJob, runtime: JobRuntime) => number
  /** Counts the results of a request. */
  readonly count: (job: JournaledJob, runtime: JobRuntime, results: readonly RowResult[]) => void
  /** Why the job must not go on, or null. Reads unconfirmed rows back before they count. */
  readonly check: (job: JournaledJob, runtime: JobRuntime) => Promise<JobPause | null>
}

/** For tests and measurements of a job without them. */
export const noStopRules: StopRules = {
  maxRows: () => Infinity,
  count: () => undefined,
  check: () => Promise.resolve(null),
}

const isFirst = ({ rowStates, counts }: JournaledJob): boolean =>
  rowStates.length >= minRowsForFirst && counts.intent + counts['not-sent'] === rowStates.length

/** Equal for reasons that a person would call the same. */
const nameOfReason = (reason: ChangeReason | null): string => {
  if (reason?.kind !== 'platform') return JSON.stringify(reason)
  const { code, businessCode, httpStatus } = reason.failure
  return JSON.stringify([code, businessCode, httpStatus])
}

/** The reason that most of these rows have; the first of several. */
const commonReason = (reasons: readonly (ChangeReason | null)[]): ChangeReason | null => {
  const counts = new Map<string, { readonly reason: ChangeReason | null; count: number }>()
  for (const reason of reasons) {
    const name = nameOfReason(reason)
    const known = counts.get(name)
    if (known === undefined) counts.set(name, { reason, count: 1 })
    else known.count += 1
  }
  let most: { readonly reason: ChangeReason | null; readonly count: number } = { reason: null, count: 0 }
  for (const one of counts.values()) if (one.count > most.count) most = one
  return most.reason
}

/** Stops a job that would fail row by row: after its first row, and when too many rows failed. */
export const createStopRules = ({
  maxFailedPercent,
  readBack,
}: {
  /** The setting, in percent; 100 never pauses a job. */
  readonly maxFailedPercent: () => number
  /** Reads the result of unconfirmed changes from the platform's lists, once. */
  readonly readBack: (changes: readonly JournaledChange[]) => Promise<void>
}): StopRules => {
  const stateOf = (job: JournaledJob, rowIndex: number) => job.rowStates[rowIndex]?.state

  /** Reads unconfirmed rows back that were not yet; the user's next request ends the wait. */
  const readBackNow = async (job: JournaledJob, { sentRows, waiting }: JobRuntime): Promise<void> => {
    const open = [...sentRows.failed].filter(
      (rowIndex) => stateOf(job, rowIndex) === 'unknown' && !sentRows.readBack.has(rowIndex),
    )
    if (open.length === 0) return
    for (const rowIndex of open) sentRows.readBack.add(rowIndex)
    const changes = open.flatMap((rowIndex) => changeAt(job, rowIndex) ?? [])
    await unlessAborted(waiting.signal, readBack(changes)).catch(() => undefined)
  }

  const checkFirst = (job: JournaledJob, { sentRows }: JobRuntime): JobPause | null => {
    const { first } = sentRows
    const row = first === null ? undefined : job.rowStates[first]
    if (row?.state === 'failed' || row?.state === 'unknown')
      return { kind: 'first-failed', state: row.state, reason: row.reason }
    // Its result may not be on disk yet.
    if (row?.state !== 'sent') sentRows.first = null
    return null
  }

  const checkCount = (job: JournaledJob, { sentRows }: JobRuntime): JobPause | null => {
    const { tried, failed } = sentRows
    // A read-back has confirmed these.
    for (const rowIndex of failed) if (stateOf(job, rowIndex) === 'done') failed.delete(rowIndex)
    if (!isTooMany({ tried, failed: failed.size }, maxFailedPercent())) return null
    const rows = [...failed].map((rowIndex) => job.rowStates[rowIndex])
    const unconfirmed = rows.filter((row) => row?.state !== 'failed').length
    const reason = commonReason(rows.map((row) => row?.reason ?? null))
    return { kind: 'many-failed', tried, failed: failed.size, unconfirmed, reason }
  }

  return {
    maxRows: (job, { sentRows }) => {
      if (isFirst(job)) return 1
      const { tried, failed } = sentRows
      return maxNextRows({ tried, failed: failed.size }, job.rowStates.length, maxFailedPercent())
    },
    count: (job, { sentRows }, results) => {
      const sent = results.filter(({ state }) => state !== 'not-sent')
      sentRows.tried += sent.length
      for (const { row, state } of sent) if (state !== 'done') sentRows.failed.add(row)
      const { rowStates, counts } = job
      const sentEver = rowStates.length - counts.intent - counts['not-sent']
      if (rowStates.length >= minRowsForFirst && sentEver === 1) sentRows.first = sent[0]?.row ?? null
    },
    check: async (job, runtime) => {
      const { sentRows } = runtime
      const mayPause = () =>
        sentRows.first !== null ||
        isTooMany({ tried: sentRows.tried, failed: sentRows.failed.size }, maxFailedPercent())
      if (sentRows.failed.size === 0) sentRows.first = null
      if (!mayPause()) return null
      // The results of the last request may still be on their way to the disk.
      await runtime.writing
      await readBackNow(job, runtime)
      return checkFirst(job, runtime) ?? checkCount(job, runtime)
    },
  }
}
