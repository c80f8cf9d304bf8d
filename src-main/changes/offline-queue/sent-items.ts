import type { ChangeReason, ChangeState } from '#shared/model/changes/change'
import type { HeldReason } from '#shared/model/changes/queued-change'
import { changeAt, isOpen } from '../../journal/journal-index'
import type { Journal } from '../../journal/journal'
import type { QueueItem } from './queue-file'
import { queueIdOf } from './queued-row'

type RequestedItem = Pick<QueueItem, 'id' | 'assetNum' | 'wantedAt' | 'wantedAfter'>

/** The final state of a journal row that came from the queue. */
export interface FinalOutcome {
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

interface JournalLocation {
  readonly jobId: string
  readonly rowIndex: number
}

/** Whether an unsent item returns to the queue, to wait or to be held for a reason; null if its state is final. */
export const requeueReason = ({ state, reason }: FinalOutcome): 'wait' | HeldReason | null => {
  if (state !== 'not-sent') return null
  switch (reason?.kind) {
    case 'interrupted':
    case 'journal-not-writable':
    case 'log-not-delivered':
      return 'wait'
    case 'platform': {
      const { code } = reason.failure
      return code === 'unreachable' || code === 'timeout' || code === 'busy' ? 'wait' : 'not-sent'
    }
    default:
      return null
  }
}

const isLockOperation = (operation: string): boolean =>
  operation === 'order.lockAssets' || operation === 'order.unlockAssets'

/**
 * Tracks which queue items are rows of journaled jobs. The journal alone decides: an item that it contains has
 * left the queue, whatever the queue file says.
 */
export const createSentItems = (journal: Journal, platformId: string) => {
  /** By queue ID; null while the intent is being written. */
  const sentItems = new Map<string, JournalLocation | null>()
  const blocked = new Set<string>()
  const lastJob = () => journal.jobs().at(-1)?.jobId ?? ''
  const lastJobAtStart = lastJob()

  const lockJobs = () =>
    journal
      .jobs()
      .filter(({ intent }) => intent.environment === platformId && isLockOperation(intent.operation))
  /** Finds queue items in the journal, by queue ID. */
  const locate = (ids: readonly string[]): ReadonlyMap<string, JournalLocation> => {
    const wantedIds = new Set(ids)
    const found = new Map<string, JournalLocation>()
    if (wantedIds.size === 0) return found
    for (const { jobId, intent } of lockJobs()) {
      for (const [rowIndex, row] of intent.rows.entries()) {
        const id = queueIdOf(row)
        if (id !== null && wantedIds.has(id)) found.set(id, { jobId, rowIndex })
      }
    }
    return found
  }
  const outcomeAt = (location: JournalLocation | null | undefined): FinalOutcome | null => {
    const job = location == null ? null : journal.job(location.jobId)
    const found = location == null || job === null ? null : changeAt(job, location.rowIndex)
    return found === null || isOpen(found.state) ? null : { state: found.state, reason: found.reason }
  }
  /** Where the journal has items that ended without a result; null where it has not. */
  const unconfirmed = new Map<string, JournalLocation | null>()

  return {
    /** Finds queue items in the journal after a start. */
    recoverInterrupted: (ids: readonly string[]): void => {
      for (const [id, location] of locate(ids)) sentItems.set(id, location)
    },
    /** The present outcomes of items that ended without a result, by queue ID. */
    laterOutcomesOf: (ids: readonly string[]): ReadonlyMap<string, FinalOutcome> => {
      const added = ids.filter((id) => !unconfirmed.has(id))
      const located = locate(added)
      for (const id of added) unconfirmed.set(id, located.get(id) ?? null)
      return new Map(
        ids.flatMap((id) => {
          const outcome = outcomeAt(unconfirmed.get(id))
          return outcome === null ? [] : [[id, outcome] as const]
        }),
      )
    },
    /** Whether one of these rows is an item that ended without a result. */
    concernsUnconfirmed: (jobId: string, rowIndexes: readonly number[]): boolean =>
      [...unconfirmed.values()].some((one) => one?.jobId === jobId && rowIndexes.includes(one.rowIndex)),
    /** Marks items whose intent is about to be written. */
    markSending: (ids: readonly string[]): void => {
      for (const id of ids) sentItems.set(id, null)
    },
    forget: (id: string): void => void sentItems.delete(id),
    has: (id: string): boolean => sentItems.has(id) || blocked.has(id),
    /** Blocks items from being sent while they are canceled. */
    block: (ids: readonly string[]): void => ids.forEach((id) => blocked.add(id)),
    unblock: (ids: readonly string[]): void => ids.forEach((id) => blocked.delete(id)),
    /** Processes a journal change; returns true if a queue item reached its final state. */
    applyChange: (jobId: string, rowIndexes: readonly number[]): boolean => {
      const job = journal.job(jobId)
      if (job === null || sentItems.size === 0) return false
      let hasEnded = false
      // A new job reports no row indexes, because its rows are new, not changed.
      const affected = rowIndexes.length === 0 ? job.intent.rows.keys() : rowIndexes
      for (const rowIndex of affected) {
        const row = job.intent.rows[rowIndex]
        const id = row === undefined ? null : queueIdOf(row)
        if (id === null || !sentItems.has(id)) continue
        sentItems.set(id, { jobId, rowIndex })
        hasEnded ||= !isOpen(job.rowStates[rowIndex]?.state ?? 'intent')
      }
      return hasEnded
    },
    /** The final state, or null if the item is not sent or still running. */
    finalOutcomeOf: (id: string): FinalOutcome | null => outcomeAt(sentItems.get(id)),
    /** The ID of the journal's last job. */
    lastJob,
    /** The items whose lock has a later change requested on this computer. */
    supersededItems: (items: readonly RequestedItem[]): ReadonlySet<string> => {
      const orders = new Map(journal.jobs().map(({ jobId }, index) => [jobId, index + 1]))
      /** The job's position in the journal; null if the journal does not have it. */
      const orderOf = (jobId: string) => (jobId === '' ? 0 : (orders.get(jobId) ?? null))
      const orderAfter = ({ wantedAfter }: RequestedItem) =>
        wantedAfter === null ? null : orderOf(wantedAfter)
      const orderAtStart = orderOf(lastJobAtStart) ?? 0
      // Jobs older than every item cannot overtake any; this skips most of the journal.
      const firstOrder = Math.min(...items.map((item) => orderAfter(item) ?? orderAtStart))
      const firstAt = Math.min(...items.flatMap((item) => (orderAfter(item) === null ? [item.wantedAt] : [])))
      const lastRequests = new Map<string, { at: number; order: number }>()
      for (const { jobId, requestedAt, intent, rowStates } of lockJobs()) {
        const order = orderOf(jobId) ?? 0
        if (order <= firstOrder && requestedAt <= firstAt) continue
        for (const [rowIndex, { key }] of intent.rows.entries()) {
          if (rowStates[rowIndex]?.state === 'not-sent') continue
          const at = Math.max(requestedAt, lastRequests.get(key)?.at ?? 0)
          lastRequests.set(key, { at, order: Math.max(order, lastRequests.get(key)?.order ?? 0) })
        }
      }
      const isSuperseded = (item: RequestedItem) => {
        const last = lastRequests.get(item.assetNum)
        if (last === undefined) return false
        const order = orderAfter(item)
        if (order !== null) return last.order > order
        // Items of earlier versions only have a time; jobs created since this start are later in any case.
        return last.at > item.wantedAt || last.order > orderAtStart
      }
      return new Set(items.filter(isSuperseded).map(({ id }) => id))
    },
  }
}
export type SentItems = ReturnType<typeof createSentItems>
