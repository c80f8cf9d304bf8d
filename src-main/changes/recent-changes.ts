import { maxUnconfirmed } from '#shared/model/changes/change'
import { trainingPlatform } from '#shared/model/app/saved-platform'
import type { JournaledJob } from '../journal/journal-index'
import { isAlwaysConfirmed, itemCountOf } from './impact'
import type { QueueItem } from './offline-queue/queue-file'
import { isFromQueue } from './offline-queue/queued-row'

/** The time window in which changes without a confirmation are counted. */
export const windowMs = 10 * 60_000

interface Counted {
  /** On a monotonic clock. */
  readonly at: number
  /** The number of assets and numbers; one row may contain thousands. */
  readonly itemCount: number
  /** Kinds (action and operator) for which a later confirmation covers this change. */
  readonly confirmedFor: Set<string>
}

/** Changes of the last ten minutes, across pages, platforms and restarts. */
export interface RecentChanges {
  all(): number
  /** The number of items in changes that no confirmation of this kind covers. */
  unconfirmed(kind: string): number
  count(itemCount: number): void
  /** Records a confirmation for changes of this kind. */
  confirm(kind: string): void
}

export const createRecentChanges = (
  ticks: () => number,
  before: readonly { readonly ageMs: number; readonly itemCount: number }[] = [],
): RecentChanges => {
  let counted: Counted[] = before.map(({ ageMs, itemCount }) => ({
    at: ticks() - ageMs,
    itemCount,
    confirmedFor: new Set(),
  }))
  const recent = () => {
    counted = counted.filter(({ at }) => ticks() - at < windowMs)
    return counted
  }
  const sum = (changes: readonly Counted[]) => changes.reduce((total, { itemCount }) => total + itemCount, 0)
  return {
    all: () => sum(recent()),
    unconfirmed: (kind) => sum(recent().filter(({ confirmedFor }) => !confirmedFor.has(kind))),
    count: (itemCount) => void counted.push({ at: ticks(), itemCount, confirmedFor: new Set() }),
    confirm: (kind) => {
      for (const { confirmedFor } of recent()) confirmedFor.add(kind)
    },
  }
}

/**
 * Whether the intent needed its own confirmation. A job from the queue joins rows that were queued one by one,
 * each below the limit.
 */
const wasConfirmed = (job: JournaledJob): boolean =>
  isAlwaysConfirmed(job.intent) || (!isFromQueue(job) && itemCountOf(job.intent) > maxUnconfirmed)

/**
 * Unconfirmed changes before this start, from the journal and the queue, so that a restart or another platform
 * does not reset the limit. Confirmations are not stored, so a confirmation may come early after a restart.
 * Changes with a future time count: the clock was set back.
 */
export const changesBefore = (
  { jobs, queued }: { readonly jobs: readonly JournaledJob[]; readonly queued: readonly QueueItem[] },
  training: boolean,
  now: number,
): { readonly ageMs: number; readonly itemCount: number }[] => {
  const ageOf = (at: number) => Math.max(0, now - at)
  const sent = jobs.flatMap((job) => {
    const { requestedAt, intent, rowStates } = job
    if (intent.training !== training || ageOf(requestedAt) >= windowMs || wasConfirmed(job)) return []
    const rows = intent.rows.filter((_row, rowIndex) => rowStates[rowIndex]?.state !== 'not-sent')
    return [{ ageMs: ageOf(requestedAt), itemCount: itemCountOf({ ...intent, rows }) }]
  })
  const waiting = queued
    .filter(({ environment }) => (environment === trainingPlatform) === training)
    .map(({ wantedAt }) => ({ ageMs: ageOf(wantedAt), itemCount: 1 }))
  return [...sent, ...waiting]
}

/** The counters at startup. Training is counted separately because it changes no real data. */
export const recentChangesAtStart = (
  known: { readonly jobs: readonly JournaledJob[]; readonly queued: readonly QueueItem[] },
  now = Date.now(),
  ticks: () => number = () => performance.now(),
) => ({
  real: createRecentChanges(ticks, changesBefore(known, false, now)),
  training: createRecentChanges(ticks, changesBefore(known, true, now)),
})
