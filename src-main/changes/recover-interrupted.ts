import type { ChangeReason } from '#shared/model/changes/change'
import type { Journal, RowResult } from '../journal/journal'
import { isFromQueue } from './offline-queue/queued-row'
import { changesOf } from '../journal/journal-index'
import { retryWithBackOff } from '../util/async'
import type { Reconciler } from './reconcile/reconcile'

const interrupted: ChangeReason = { kind: 'interrupted' }

/**
 * Handles what a crashed process left: sent rows become unconfirmed until they are read back; an unsent single
 * change is dropped, because its operator no longer waits for it; waiting rows of a job stay for a manual
 * resume; waiting rows of the queue return to it and are checked again.
 */
export const recoverInterrupted = async (
  journal: Journal,
  reconciler: Reconciler,
  waiting: { pause: (ms: number, signal: AbortSignal) => Promise<void>; signal: AbortSignal },
): Promise<void> => {
  // Collects everything before the first await: later, a running change may belong to this process.
  const openRows = journal.jobs().flatMap((job) => {
    const { jobId, rowStates, counts } = job
    const dropsWaiting = rowStates.length === 1 || (counts.intent > 0 && isFromQueue(job))
    if (counts.sent === 0 && (counts.intent === 0 || !dropsWaiting)) return []
    const results = rowStates.flatMap(({ state }, rowIndex): RowResult[] => {
      if (state === 'sent') return [{ row: rowIndex, state: 'unknown', reason: interrupted }]
      return state === 'intent' && dropsWaiting
        ? [{ row: rowIndex, state: 'not-sent', reason: interrupted }]
        : []
    })
    const write = async () => (await journal.recordResults(jobId, results)).ok
    return [{ job, write }]
  })
  await Promise.all(
    openRows.map(async ({ job, write }) => {
      if (await write()) return
      // The start does not wait for a disk that accepts nothing.
      void retryWithBackOff(write, waiting).then((isWritten) => {
        if (isWritten) reconciler.later(changesOf(job))
      })
    }),
  )
  reconciler.later(journal.open())
}
