import type { ChangeReason, ChangeState } from '#shared/model/change'
import type { HeldReason } from '#shared/outbox-commands'
import { changeAt, isOpen } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { OutboxItem } from './outbox-file'
import { outboxIdOf } from './queued-row'

type Wanted = Pick<OutboxItem, 'id' | 'assetNum' | 'wantedAt' | 'wantedAfter'>

/** How the journal's row of a change that left the queue ended. */
export interface LastWord {
  readonly state: ChangeState
  readonly reason: ChangeReason | null
}

/** Whether a change that left goes back to the queue: to wait, or to be held; null where that was the end of it. */
export const backInQueue = ({ state, reason }: LastWord): 'wait' | HeldReason | null => {
  if (state !== 'not-sent') return null
  switch (reason?.kind) {
    case 'interrupted':
    case 'journal-not-writable':
      return 'wait'
    case 'platform': {
      const { code } = reason.failure
      return code === 'unreachable' || code === 'timeout' ? 'wait' : 'not-sent'
    }
    default:
      return null
  }
}

const isLockOperation = (operation: string): boolean =>
  operation === 'order.lockAssets' || operation === 'order.unlockAssets'

/**
 * Which of the queue's changes are rows of jobs by now, as the journal has them. The journal alone decides: a change
 * that it names has left, whatever the queue's own file still says.
 */
export const createLeft = (journal: Journal, environment: string) => {
  /** By the queue's id; null while the intent is on its way to the disk. */
  const left = new Map<string, { readonly jobId: string; readonly place: number } | null>()
  const barred = new Set<string>()
  const lastJob = () => journal.jobs().at(-1)?.jobId ?? ''
  const began = lastJob()

  const ofJobs = () =>
    journal
      .jobs()
      .filter(({ intent }) => intent.environment === environment && isLockOperation(intent.operation))

  return {
    /** Finds the queue's changes in the journal, after a start. */
    takeUp: (ids: readonly string[]): void => {
      const sought = new Set(ids)
      if (sought.size === 0) return
      for (const { jobId, intent } of ofJobs()) {
        for (const [place, row] of intent.rows.entries()) {
          const id = outboxIdOf(row)
          if (id !== null && sought.has(id)) left.set(id, { jobId, place })
        }
      }
    },
    /** Their intent is about to be written. */
    leaving: (ids: readonly string[]): void => {
      for (const id of ids) left.set(id, null)
    },
    forget: (id: string): void => void left.delete(id),
    has: (id: string): boolean => left.has(id) || barred.has(id),
    /** What is being withdrawn does not leave. */
    bar: (ids: readonly string[]): void => ids.forEach((id) => barred.add(id)),
    unbar: (ids: readonly string[]): void => ids.forEach((id) => barred.delete(id)),
    /** Takes in what the journal tells; true where one of the queue's has its last word. */
    note: (jobId: string, places: readonly number[]): boolean => {
      const job = journal.job(jobId)
      if (job === null || left.size === 0) return false
      let hasEnded = false
      // A new job tells no places: its rows are new, not changed.
      const told = places.length === 0 ? job.intent.rows.keys() : places
      for (const place of told) {
        const row = job.intent.rows[place]
        const id = row === undefined ? null : outboxIdOf(row)
        if (id === null || !left.has(id)) continue
        left.set(id, { jobId, place })
        hasEnded ||= !isOpen(job.courses[place]?.state ?? 'intent')
      }
      return hasEnded
    },
    /** How it ended; null where it has not left, or is on its way still. */
    wordOn: (id: string): LastWord | null => {
      const where = left.get(id)
      const job = where == null ? null : journal.job(where.jobId)
      const found = where == null || job === null ? null : changeAt(job, where.place)
      return found === null || isOpen(found.state) ? null : { state: found.state, reason: found.reason }
    },
    /** The journal's last job, for what somebody wants now. */
    lastJob,
    /** Which of these are of locks for which this desk asked another change since they were wanted. */
    overtaken: (items: readonly Wanted[]): ReadonlySet<string> => {
      const orders = new Map(journal.jobs().map(({ jobId }, index) => [jobId, index + 1]))
      /** Null for a job that the journal does not have, or not any more. */
      const orderOf = (jobId: string) => (jobId === '' ? 0 : (orders.get(jobId) ?? null))
      const orderAfter = ({ wantedAfter }: Wanted) => (wantedAfter === null ? null : orderOf(wantedAfter))
      const orderBegan = orderOf(began) ?? 0
      // What was asked before any of them was wanted overtakes none; mostly that is nearly the whole journal.
      const firstOrder = Math.min(...items.map((item) => orderAfter(item) ?? orderBegan))
      const firstAt = Math.min(...items.flatMap((item) => (orderAfter(item) === null ? [item.wantedAt] : [])))
      const asked = new Map<string, { at: number; order: number }>()
      for (const { jobId, askedAt, intent, courses } of ofJobs()) {
        const order = orderOf(jobId) ?? 0
        if (order <= firstOrder && askedAt <= firstAt) continue
        for (const [place, { key }] of intent.rows.entries()) {
          if (courses[place]?.state === 'not-sent') continue
          const at = Math.max(askedAt, asked.get(key)?.at ?? 0)
          asked.set(key, { at, order: Math.max(order, asked.get(key)?.order ?? 0) })
        }
      }
      const isOvertaken = (item: Wanted) => {
        const last = asked.get(item.assetNum)
        if (last === undefined) return false
        const order = orderAfter(item)
        if (order !== null) return last.order > order
        // Only the time is known: and what was asked since this began is later in any case.
        return last.at > item.wantedAt || last.order > orderBegan
      }
      return new Set(items.filter(isOvertaken).map(({ id }) => id))
    },
  }
}
