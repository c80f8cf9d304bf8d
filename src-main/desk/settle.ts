import type { LastLook, Seen } from '#shared/settle-commands'
import type { JournaledChange } from '../journal/book'
import type { Journal, RowEnd } from '../journal/journal'
import type { PlatformClient } from '../platform/client'
import type { Records } from '../register/records'
import { changeKinds } from './kinds/kinds'
import { readOnce } from './read-once'
import { settleAfterMs } from './settle-clock'
import type { SettleClock } from './settle-clock'

/** Between two looks at what could not be told: the platform may be away for hours. */
const longestPauseMs = 30 * 60_000
/** Between the two reads that must agree that a change was not applied. */
const betweenReadsMs = 2_000

export interface Settling {
  readonly client: PlatformClient
  readonly journal: Journal
  readonly records: Records
  /** The platform that `records` reads; a change that was asked of another one cannot be settled here. */
  readonly environment: string
  readonly now: () => number
  readonly clock: SettleClock
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
  /** Fires at the end of the desk. */
  readonly signal: AbortSignal
}

/**
 * Finds out what became of unknown changes by reading what the platform's lists say; they are never sent again.
 * Applied is applied. “Not applied” counts only when two reads agree, both after the settle time, and only for the
 * latest change of a lock: after a later one has left the record says nothing about this. Otherwise it stays unknown.
 */
export const createSettler = (deps: Settling) => {
  const { journal, environment, now, clock, pause, signal } = deps
  /** Entries that are looked up by themselves in a while. */
  const waiting = new Set<string>()
  const looks = new Map<string, LastLook>()

  const latest = (change: JournaledChange) => journal.change(change.entryId) ?? change
  // Asked again after every wait: meanwhile another look may have settled it, or the lock been changed again.
  const isOpen = (change: JournaledChange) =>
    latest(change).state === 'unknown' &&
    change.job.intent.environment === environment &&
    changeKinds[change.job.intent.operation].readBack !== null &&
    !journal.hasLaterSent(change)
  const isOldEnough = ({ sentAt, job }: JournaledChange) => clock.leftFor(sentAt ?? job.askedAt) <= 0

  /** What the lists say of each that is still open. */
  const look = async (changes: readonly JournaledChange[]) => {
    // Rows of one job mostly ask for the same lists.
    const reading = { ...deps, client: readOnce(deps.client) }
    const looking = changes.map(async (change): Promise<{ change: JournaledChange; seen: Seen }> => {
      const { readBack } = changeKinds[change.job.intent.operation]
      // A row that cannot be read any more tells nothing.
      const seen = (await readBack?.(change.row, reading).catch((): Seen => 'not-visible')) ?? 'not-visible'
      looks.set(change.entryId, { seen, at: now() })
      return { change, seen }
    })
    const looked = (await Promise.all(looking)).filter(({ change }) => isOpen(change))
    const those = (which: Seen) => looked.filter(({ seen }) => seen === which).map(({ change }) => change)
    return { applied: those('applied'), notApplied: those('not-applied') }
  }

  /** One record a job, as thousands of rows may have been unknown. */
  const end = async (changes: readonly JournaledChange[], state: 'done' | 'failed'): Promise<void> => {
    const kind = state === 'done' ? 'read-back-applied' : 'read-back-not-applied'
    const byJob = new Map<string, RowEnd[]>()
    for (const { job, place } of changes) {
      const ends = byJob.get(job.jobId) ?? []
      byJob.set(job.jobId, ends)
      ends.push({ row: place, state, reason: { kind } })
    }
    await Promise.all([...byJob].map(([jobId, ends]) => journal.end(jobId, ends)))
    for (const { entryId } of changes) looks.delete(entryId)
  }

  const settle = async (changes: readonly JournaledChange[]): Promise<void> => {
    const open = changes.filter(isOpen)
    if (open.length === 0) return
    const old = new Set(open.filter(isOldEnough))
    const first = await look(open)
    await end(first.applied, 'done')
    const doubtful = first.notApplied.filter((change) => old.has(change))
    if (doubtful.length === 0) return
    await pause(betweenReadsMs, signal)
    if (signal.aborted) return
    const second = await look(doubtful)
    await end(second.applied, 'done')
    await end(second.notApplied, 'failed')
  }

  const isOver = () => signal.aborted
  const keepLooking = async (changes: readonly JournaledChange[]): Promise<void> => {
    let open = changes
    for (let ms = settleAfterMs; open.length > 0; ms = Math.min(ms * 2, longestPauseMs)) {
      await pause(ms, signal)
      if (isOver()) return
      await settle(open)
      for (const change of open) if (!isOpen(change)) waiting.delete(change.entryId)
      open = open.filter(isOpen)
    }
  }

  return {
    /** Now, as a person asks for it. */
    settle,
    /** What the lists said of an unknown change when they were read last; null where nobody looked yet. */
    lastLook: (entryId: string): LastLook | null => looks.get(entryId) ?? null,
    /** After the settle time, and then less and less often, for as long as the desk stands. */
    later: (changes: readonly JournaledChange[]): void => {
      const open = changes.filter((change) => isOpen(change) && !waiting.has(change.entryId))
      for (const { entryId } of open) waiting.add(entryId)
      void keepLooking(open)
    },
  }
}
export type Settler = ReturnType<typeof createSettler>
