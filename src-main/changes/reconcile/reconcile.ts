import type { LastReadBack, ReadBackFinding } from '#shared/bridge/review-commands'
import { operations } from '#shared/operations'
import type { OperationData, OperationId, OperationRequest } from '#shared/operations'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { createBackOff } from '../../util/async'
import type { JournaledChange } from '../../journal/journal-index'
import type { Journal, RowResult } from '../../journal/journal'
import type { CallOptions, PlatformClient } from '../../platform/client'
import { stringifyJson } from '../../platform/response/json'
import type { AssetDirectory } from '../../directory/asset-directory'
import { changeOperations } from '../operations/change-operations'
import { settleDelayMs } from './settle-delay'
import type { SettleDelay } from './settle-delay'

/** The longest delay between two read-backs: the platform may be unreachable for hours. */
const maxPauseMs = 30 * 60_000
/** Between the two reads that must agree that a change was not applied. */
const confirmReadDelayMs = 2_000

export interface ReconcilerDeps {
  readonly client: PlatformClient
  readonly journal: Journal
  readonly directory: AssetDirectory
  /** The platform that `directory` reads; changes of other platforms cannot be reconciled here. */
  readonly platformId: string
  readonly now: () => number
  readonly clock: SettleDelay
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
}

/** Wraps the client for one read-back of many rows: each list is read once. The wrapper is discarded afterwards. */
const readOnce = (client: PlatformClient): PlatformClient => {
  const reads = new Map<string, Promise<unknown>>()
  const call = <Id extends OperationId>(
    id: Id,
    request: OperationRequest<Id>,
    options?: CallOptions,
  ): Promise<Outcome<OperationData<Id>, PlatformFailure>> => {
    if (operations[id].changesState) return client.call(id, request, options)
    const key = `${id} ${stringifyJson(request)}`
    const known = reads.get(key) as Promise<Outcome<OperationData<Id>, PlatformFailure>> | undefined
    if (known !== undefined) return known
    const read = client.call(id, request, options)
    reads.set(key, read)
    return read
  }
  return { ...client, call }
}

/**
 * Determines the result of unconfirmed changes by reading the platform's lists; never resends. One read is
 * enough for “applied”. “Not applied” needs two agreeing reads after the settle time, and only for the latest
 * change of a lock, because a later change hides the earlier one. Otherwise the change stays unconfirmed.
 */
export const createReconciler = (deps: ReconcilerDeps) => {
  const { journal, platformId, now, clock, pause, signal } = deps
  /** Entries with a scheduled read-back. */
  const waiting = new Set<string>()
  const lastReads = new Map<string, LastReadBack>()

  const latest = (change: JournaledChange) => journal.change(change.entryId) ?? change
  // Checked after every wait: the change may have been resolved, or the lock changed again, meanwhile.
  const isOpen = (change: JournaledChange) =>
    latest(change).state === 'unknown' &&
    latest(change).reason?.kind !== 'left-unknown' &&
    change.job.intent.environment === platformId &&
    changeOperations[change.job.intent.operation].readBack !== null &&
    !journal.hasLaterSent(change)
  const leftFor = ({ sentAt, job }: JournaledChange) => clock.leftFor(sentAt ?? job.requestedAt)
  const isOldEnough = (change: JournaledChange) => leftFor(change) <= 0

  /** Reads back the changes and returns those that are still open, by result. */
  const readBackAll = async (changes: readonly JournaledChange[]) => {
    // Rows of one job mostly need the same lists.
    const readBackDeps = { ...deps, client: readOnce(deps.client) }
    const pendingReads = changes.map(
      async (change): Promise<{ change: JournaledChange; seen: ReadBackFinding }> => {
        const { readBack } = changeOperations[change.job.intent.operation]
        // A row that cannot be parsed proves nothing.
        const finding =
          (await readBack?.(change.row, readBackDeps).catch((): ReadBackFinding => 'not-visible')) ??
          'not-visible'
        lastReads.set(change.entryId, { seen: finding, at: now() })
        return { change, seen: finding }
      },
    )
    const results = (await Promise.all(pendingReads)).filter(({ change }) => isOpen(change))
    const withFinding = (expected: ReadBackFinding) =>
      results.filter(({ seen }) => seen === expected).map(({ change }) => change)
    return { applied: withFinding('applied'), notApplied: withFinding('not-applied') }
  }

  /** One journal record per job, because thousands of rows may be unconfirmed. */
  const end = async (changes: readonly JournaledChange[], state: 'done' | 'failed'): Promise<void> => {
    const kind = state === 'done' ? 'read-back-applied' : 'read-back-not-applied'
    const byJob = new Map<string, RowResult[]>()
    for (const { job, rowIndex } of changes) {
      const results = byJob.get(job.jobId) ?? []
      byJob.set(job.jobId, results)
      results.push({ row: rowIndex, state, reason: { kind } })
    }
    await Promise.all([...byJob].map(([jobId, results]) => journal.recordResults(jobId, results)))
    for (const { entryId } of changes) lastReads.delete(entryId)
  }

  const reconcile = async (changes: readonly JournaledChange[]): Promise<void> => {
    const open = changes.filter(isOpen)
    if (open.length === 0) return
    const settled = new Set(open.filter(isOldEnough))
    const first = await readBackAll(open)
    await end(first.applied, 'done')
    const unapplied = first.notApplied.filter((change) => settled.has(change))
    if (unapplied.length === 0) return
    await pause(confirmReadDelayMs, signal)
    if (signal.aborted) return
    const second = await readBackAll(unapplied)
    await end(second.applied, 'done')
    await end(second.notApplied, 'failed')
  }

  const isAborted = () => signal.aborted
  const readBackRepeatedly = async (changes: readonly JournaledChange[]): Promise<void> => {
    let open = changes
    // The first read-back waits until its result is certain; after a restart that may already be so.
    const remainingMs = open.reduce((longest, change) => Math.max(longest, leftFor(change)), 0)
    const backOff = createBackOff(settleDelayMs, maxPauseMs)
    let ms = backOff.next()
    if (remainingMs > 0) ms = remainingMs
    for (; open.length > 0; ms = backOff.next()) {
      await pause(ms, signal)
      if (isAborted()) return
      await reconcile(open)
      for (const change of open) if (!isOpen(change)) waiting.delete(change.entryId)
      open = open.filter(isOpen)
    }
  }

  return {
    /** Reads back now, on request. */
    reconcile,
    /** The last read-back result of an unconfirmed change; null if there was none. */
    lastReadBack: (entryId: string): LastReadBack | null => lastReads.get(entryId) ?? null,
    /** Reads back after the settle time, then with growing delays until the session ends. */
    later: (changes: readonly JournaledChange[]): void => {
      const open = changes.filter((change) => isOpen(change) && !waiting.has(change.entryId))
      for (const { entryId } of open) waiting.add(entryId)
      void readBackRepeatedly(open)
    },
  }
}
export type Reconciler = ReturnType<typeof createReconciler>
