import type { JournaledChange } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { PlatformClient } from '../platform/client'
import type { Records } from '../register/records'
import { changeKinds } from './kinds/kinds'

/** A late commit can still arrive this long after a change was sent: the longest the client waits for an answer. */
export const settleAfterMs = 60_000
/** Between the two reads that must agree that a change was not applied. */
const betweenReadsMs = 2_000

export interface Settling {
  readonly client: PlatformClient
  readonly journal: Journal
  readonly records: Records
  /** The platform that `records` reads; a change that was asked of another one cannot be settled here. */
  readonly environment: string
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/**
 * Finds out what became of an unknown change by reading what the platform's lists say; it is never sent again.
 * Applied is applied. “Not applied” counts only when two reads agree, both after the settle time, and only for the latest
 * change of that lock: after a later one the record says nothing about this. Otherwise it stays unknown.
 */
export const settle = async (change: JournaledChange, deps: Settling): Promise<JournaledChange> => {
  const { journal, environment, now, pause } = deps
  const latest = () => journal.change(change.entryId) ?? change
  // Asked again after every wait: meanwhile another look may have settled it, or the lock been changed again.
  const isOpen = () => latest().state === 'unknown' && !journal.hasLater(change)
  const { readBack } = changeKinds[change.job.intent.operation]
  if (readBack === null || change.job.intent.environment !== environment || !isOpen()) return latest()
  const isOldEnough = now() - (change.sentAt ?? change.job.askedAt) >= settleAfterMs

  const end = async (state: 'done' | 'failed', kind: 'read-back-applied' | 'read-back-not-applied') => {
    await journal.end(change.job.jobId, [{ row: change.place, state, reason: { kind } }])
    return latest()
  }
  const first = await readBack(change.row, deps)
  if (!isOpen()) return latest()
  if (first === 'applied') return end('done', 'read-back-applied')
  if (first === 'not-visible' || !isOldEnough) return latest()
  await pause(betweenReadsMs)
  const second = await readBack(change.row, deps)
  if (!isOpen() || second === 'not-visible') return latest()
  return second === 'applied' ? end('done', 'read-back-applied') : end('failed', 'read-back-not-applied')
}
