import { groupBy } from '#shared/group-by'
import type { ChangeState, JournalEntry } from '#shared/model/changes/change'
import type { Name } from '#shared/model/name'

/** A row of the log: an entry, or a job of several entries, which opens to them. */
export interface LogRow {
  readonly key: string
  /** The entry, or the first one of the job. */
  readonly entry: JournalEntry
  /** Null for an entry. */
  readonly job: {
    readonly jobId: string
    readonly count: number
    /** How many entries have each result. */
    readonly states: ReadonlyMap<ChangeState, number>
    /** The one value of all entries; null if they differ. */
    readonly enterpriseName: Name | null
    readonly isOpen: boolean
  } | null
  /** An entry below the row of its job. */
  readonly isInside: boolean
  /** When the job, or the entry alone, was requested: what is inside a job stands on its day, also past midnight. */
  readonly requestedAt: number
}

const single = (entry: JournalEntry): LogRow => ({
  key: entry.entryId,
  entry,
  job: null,
  isInside: false,
  requestedAt: entry.requestedAt,
})

/** As they follow each other in a job. */
const stateOrder = [
  'intent',
  'sent',
  'done',
  'failed',
  'not-sent',
  'unknown',
] as const satisfies ChangeState[]

/** How many entries have each result, in the order of a job. */
export const countStates = (entries: readonly JournalEntry[]): ReadonlyMap<ChangeState, number> => {
  const counts = new Map<ChangeState, number>()
  for (const { state } of entries) counts.set(state, (counts.get(state) ?? 0) + 1)
  return new Map(
    stateOrder.flatMap((state) => {
      const count = counts.get(state)
      return count === undefined ? [] : [[state, count] as const]
    }),
  )
}

const jobRow = (entry: JournalEntry, entries: readonly JournalEntry[], isOpen: boolean): LogRow => {
  const isShared = entries.every(({ enterpriseName }) => enterpriseName === entry.enterpriseName)
  return {
    key: `job ${entry.jobId}`,
    entry,
    job: {
      jobId: entry.jobId,
      count: entries.length,
      states: countStates(entries),
      enterpriseName: isShared ? entry.enterpriseName : null,
      isOpen,
    },
    isInside: false,
    requestedAt: entry.requestedAt,
  }
}

/** One row per job, in the place of its first entry; an open job is followed by its entries. */
export const foldJobs = (
  entries: readonly JournalEntry[],
  isOpen: (jobId: string, entries: readonly JournalEntry[]) => boolean,
): readonly LogRow[] => {
  const byJob = groupBy(entries, ({ jobId }) => jobId)
  const rows: LogRow[] = []
  for (const entry of entries) {
    const all = byJob.get(entry.jobId) ?? []
    // Entries without a job are older than jobs.
    if (entry.jobId === '' || all.length === 1) rows.push(single(entry))
    else if (all[0] === entry) {
      const isJobOpen = isOpen(entry.jobId, all)
      rows.push(jobRow(entry, all, isJobOpen))
      if (isJobOpen)
        for (const inside of all)
          rows.push({ ...single(inside), isInside: true, requestedAt: entry.requestedAt })
    }
  }
  return rows
}

/** Rows of entries only, as they are. */
export const unfolded = (entries: readonly JournalEntry[]): readonly LogRow[] => entries.map(single)
