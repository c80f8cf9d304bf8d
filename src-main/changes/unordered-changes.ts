import { actionOf } from '#shared/model/changes/change'
import { countsWithoutOrder } from '#shared/model/changes/work-order'
import type { JournaledJob } from '../journal/journal-index'
import { itemCountOf } from './impact'
import { windowMs } from './recent-changes'

const changesIn = ({ intent, rowStates }: JournaledJob): number =>
  itemCountOf({
    ...intent,
    rows: intent.rows.filter((_row, rowIndex) => rowStates[rowIndex]?.state !== 'not-sent'),
  })

/**
 * Counts the changes without a work order of the last ten minutes, so that many small jobs need one like a large job.
 * The journal has them, so a restart does not reset the count.
 */
export const createUnorderedChanges = (deps: {
  readonly jobs: () => readonly JournaledJob[]
  readonly training: boolean
  readonly now: () => number
}) => {
  /** Allowed and not in the journal yet. */
  let starting = 0
  return {
    recent: (): number => {
      const since = deps.now() - windowMs
      const recent = deps
        .jobs()
        .filter(
          ({ intent, requestedAt }) =>
            requestedAt > since &&
            intent.training === deps.training &&
            intent.workOrder === undefined &&
            countsWithoutOrder(actionOf(intent.operation)),
        )
      return recent.reduce((sum, job) => sum + changesIn(job), starting)
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
  }
}
