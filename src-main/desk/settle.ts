import type { JournaledChange } from '../journal/book'
import type { Journal } from '../journal/journal'
import type { Records } from '../register/records'

/** A late commit can still arrive this long after a change was sent: the longest the client waits for an answer. */
export const settleAfterMs = 60_000
/** Between the two reads that must agree that a change was not applied. */
const betweenReadsMs = 2_000

export interface Settling {
  readonly journal: Journal
  readonly records: Records
  /** The platform that `records` reads; a change that was asked of another one cannot be settled here. */
  readonly environment: string
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

type Seen = 'applied' | 'not-applied' | 'not-visible'

const look = async (change: JournaledChange, { records, now }: Settling): Promise<Seen> => {
  const { key: assetNum, enterpriseGlobalId } = change.row
  const { operation } = change.job.intent
  const began = now()
  if (enterpriseGlobalId === null) await records.refreshAll()
  else await records.reread(enterpriseGlobalId)
  const record = records.known(assetNum, enterpriseGlobalId)
  // A lock may be missing from the list (API document, section 4.1, rule 10), and a list that could not be read
  // anew is old news: neither says anything.
  if (record?.locked == null || record.readAt < began) return 'not-visible'
  return record.locked === (operation === 'order.lockAssets') ? 'applied' : 'not-applied'
}

/**
 * Finds out what became of an unknown disable or enable by reading the record; it is never sent again. Applied is
 * applied. “Not applied” counts only when two reads agree, both after the settle time, and only for the latest
 * change of that lock: after a later one the record says nothing about this. Otherwise it stays unknown.
 */
export const settle = async (change: JournaledChange, deps: Settling): Promise<JournaledChange> => {
  const { journal, environment, now, pause } = deps
  const latest = () => journal.change(change.entryId) ?? change
  // Asked again after every wait: meanwhile another look may have settled it, or the lock been changed again.
  const isOpen = () => latest().state === 'unknown' && !journal.hasLater(change)
  if (change.job.intent.environment !== environment || !isOpen()) return latest()
  const isOldEnough = now() - (change.sentAt ?? change.job.askedAt) >= settleAfterMs

  const end = async (state: 'done' | 'failed', kind: 'read-back-applied' | 'read-back-not-applied') => {
    await journal.end(change.job.jobId, [[change.place, state, { kind }]])
    return latest()
  }
  const first = await look(change, deps)
  if (!isOpen()) return latest()
  if (first === 'applied') return end('done', 'read-back-applied')
  if (first === 'not-visible' || !isOldEnough) return latest()
  await pause(betweenReadsMs)
  const second = await look(change, deps)
  if (!isOpen() || second === 'not-visible') return latest()
  return second === 'applied' ? end('done', 'read-back-applied') : end('failed', 'read-back-not-applied')
}
