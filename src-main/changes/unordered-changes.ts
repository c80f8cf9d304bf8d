import { actionOf } from '#shared/model/changes/change'
import { countsWithoutOrder } from '#shared/model/changes/work-order'
import type { JournaledJob } from '../journal/journal-index'
import { itemCountOf } from './impact'
import { windowMs } from './recent-changes'

/** The jobs of the last minutes that the account remembers outside the data folder. */
export interface RememberedJobs {
  /** Null if the account remembers nothing, not even that there was nothing. */
  read(): {
    readonly since: number
    readonly jobs: readonly {
      readonly id: string
      readonly at: number
      readonly training: boolean
      readonly items: number
    }[]
  } | null
  /** On disk when it resolves. Throws the file system's error. */
  add(job: { readonly id: string; readonly training: boolean; readonly items: number }): Promise<void>
}

const isUnordered = ({ intent }: Pick<JournaledJob, 'intent'>): boolean =>
  intent.workOrder === undefined && countsWithoutOrder(actionOf(intent.operation))

/** Items that were requested or sent since then, or that still wait to be sent. */
const itemsSince = ({ intent, rowStates, requestedAt }: JournaledJob, since: number): number =>
  itemCountOf({
    ...intent,
    rows: intent.rows.filter((_row, rowIndex) => {
      const { state = 'not-sent', sentAt = null } = rowStates[rowIndex] ?? {}
      if (state === 'not-sent') return false
      return requestedAt > since || state === 'intent' || (sentAt ?? 0) > since
    }),
  })

const mayBeRecent = ({ requestedAt, lastEndedAt, counts }: JournaledJob, since: number): boolean =>
  requestedAt > since || (lastEndedAt ?? 0) > since || counts.intent + counts.sent > 0

/**
 * Counts the changes without a work order of the last ten minutes, so that many small jobs need one like a large job.
 * The journal has them, so a restart does not reset the count, and the account remembers them, so that neither an earlier
 * journal nor a rewritten one does. Where the account remembers nothing, the count is infinite for ten minutes.
 */
export const createUnorderedChanges = (deps: {
  readonly journal: {
    readonly jobs: () => readonly JournaledJob[]
    readonly job: (jobId: string) => JournaledJob | null
  }
  readonly training: boolean
  readonly now: () => number
  /** Null if no policy limits the changes. */
  readonly remembered: RememberedJobs | null
}) => {
  const { journal, training, now, remembered } = deps
  /** Allowed and not in the journal yet. */
  let starting = 0
  /** Begun before: they count in full, since the journal's file may have been changed meanwhile. */
  const earlier = new Set(remembered?.read()?.jobs.map(({ id }) => id))
  return {
    /** Without the job `except`. */
    recent: (except?: string): number => {
      const since = now() - windowMs
      const kept = remembered?.read() ?? null
      if (remembered !== null && (kept === null || kept.since > since)) return Infinity
      const inFull = (kept?.jobs ?? []).filter(
        ({ id, at, training: isTraining }) =>
          id !== except &&
          isTraining === training &&
          at > since &&
          (earlier.has(id) || journal.job(id) === null),
      )
      const counted = new Set(inFull.map(({ id }) => id))
      const journaled = journal
        .jobs()
        .filter(
          (job) =>
            job.jobId !== except &&
            !counted.has(job.jobId) &&
            job.intent.training === training &&
            mayBeRecent(job, since) &&
            isUnordered(job),
        )
        .reduce((sum, job) => sum + itemsSince(job, since), starting)
      return inFull.reduce((sum, { items }) => sum + items, journaled)
    },
    /** Counts changes while they are being started; the journal counts them afterwards. */
    whileStarting: async <Value>(changeCount: number, start: () => Promise<Value>): Promise<Value> => {
      starting += changeCount
      try {
        return await start()
      } finally {
        starting -= changeCount
      }
    },
    /** Before anything of the job is sent. Throws the file system's error. */
    remember: async (job: JournaledJob): Promise<void> => {
      if (!isUnordered(job)) return
      await remembered?.add({ id: job.jobId, training, items: itemCountOf(job.intent) })
    },
  }
}
