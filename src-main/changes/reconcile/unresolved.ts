import { isDeepStrictEqual } from 'node:util'
import type { CommandInput, DeepReadonly } from '#shared/bridge/commands'
import type { DomainFailure } from '#shared/model/failure'
import type { ChangeReason, JournalEntry } from '#shared/model/changes/change'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { UnresolvedChanges, UnresolvedChange } from '#shared/bridge/review-commands'
import type { JournaledChange } from '../../journal/journal-index'
import type { Journal, RowResult } from '../../journal/journal'
import { changeOperations } from '../operations/change-operations'
import type { Reconciler } from './reconcile'
import type { SettleDelay } from './settle-delay'

export interface Unresolved {
  list(): UnresolvedChanges
  /** Reads the platform's lists now; returns the changes with their new state and the last read-back. */
  checkResults(entryIds: readonly string[]): Promise<readonly UnresolvedChange[]>
  /**
   * Records a manual review; changes resolved meanwhile are kept. “Completed” may be recorded at any time,
   * because nothing that arrives late contradicts it. “Not completed” only after the settle time, likewise
   * dismissing; `too-early` if no entry is old enough.
   */
  recordReview(
    review: DeepReadonly<CommandInput<'changes/mark-result'>>,
  ): Promise<Outcome<readonly JournalEntry[], DomainFailure>>
}

/** The maximum number of entries returned at once, oldest first. */
const maxListed = 1_000

/** Unconfirmed changes: read-backs and manual reviews. */
export const createUnresolved = (deps: {
  journal: Journal
  reconciler: Reconciler
  clock: SettleDelay
  /** The present address of a platform by its ID in the journal. */
  addressOf: (platformId: string) => string
  /** A change as the page sees it. */
  entryOf: (change: JournaledChange) => JournalEntry
}): Unresolved => {
  const { journal, reconciler, clock, addressOf, entryOf } = deps

  const needsReview = ({ state, reason }: JournaledChange) =>
    state === 'unknown' && reason?.kind !== 'left-unknown'
  /** A later change replaced this one; operations that add up, like orders, are not replaced. */
  const isSuperseded = (change: JournaledChange) =>
    !changeOperations[change.job.intent.operation].isCumulative && journal.hasLaterSent(change)
  const timeOf = ({ sentAt, job }: JournaledChange) => sentAt ?? job.requestedAt
  const find = (entryIds: readonly string[]) => entryIds.flatMap((id) => journal.change(id) ?? [])
  const describe = (change: JournaledChange): UnresolvedChange => {
    const { intent } = change.job
    const entry = entryOf(change)
    return {
      entry,
      sentAt: change.sentAt,
      readable: changeOperations[intent.operation].readBack !== null,
      look: reconciler.lastReadBack(change.entryId),
      certainFrom: clock.finalAt(timeOf(change)),
      superseded: isSuperseded(change),
      elsewhere: entry.elsewhere !== undefined,
      environment: addressOf(intent.environment),
    }
  }

  return {
    list: () => {
      const open = journal.open().filter(needsReview)
      const oldest = open
        .toSorted((one, other) => one.job.requestedAt - other.job.requestedAt)
        .slice(0, maxListed)
      return { total: open.length, changes: oldest.map(describe) }
    },
    checkResults: async (entryIds) => {
      await reconciler.reconcile(find(entryIds))
      return find(entryIds).map(describe)
    },
    recordReview: async ({ entryIds, as, note, operatorIdentity }) => {
      const toReview = find(entryIds).filter(
        (change) => needsReview(change) && (as !== 'left' || isSuperseded(change)),
      )
      if (toReview.length === 0)
        return fail({ code: 'not-found', message: 'none of these changes needs a review' })
      const open = as === 'done' ? toReview : toReview.filter((change) => clock.leftFor(timeOf(change)) <= 0)
      if (open.length === 0) return fail({ code: 'too-early', message: 'the change may still be applied' })
      const reason: ChangeReason = {
        kind: as === 'left' ? 'left-unknown' : 'said-by-person',
        operatorIdentity,
        note: note.trim(),
      }
      const state = as === 'left' ? 'unknown' : as
      const byJob = new Map<string, RowResult[]>()
      for (const { job, rowIndex } of open) {
        const results = byJob.get(job.jobId) ?? []
        byJob.set(job.jobId, results)
        results.push({ row: rowIndex, state, reason })
      }
      const written = await Promise.all(
        [...byJob].map(([jobId, results]) => journal.recordResults(jobId, results)),
      )
      const failed = written.find((each) => !each.ok)
      if (failed?.ok === false) return fail({ code: 'not-saved', message: failed.error.message })
      // The first result wins (journal-index.ts): another may have been recorded during the write.
      const accepted = find(open.map(({ entryId }) => entryId)).filter(
        (change) => change.state === state && isDeepStrictEqual(change.reason, reason),
      )
      if (accepted.length === 0)
        return fail({ code: 'not-found', message: 'the changes were resolved meanwhile' })
      return succeed(accepted.map(entryOf))
    },
  }
}
