import type { Journal, JournaledChange } from '../journal/journal'
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

const look = async (change: JournaledChange, { records }: Settling): Promise<Seen> => {
  const { assetNum, enterpriseGlobalId, operation } = change.intent
  if (enterpriseGlobalId === null) await records.refreshAll()
  else if ((await records.reread(enterpriseGlobalId)) !== null) return 'not-visible'
  const locked = records.known(assetNum, enterpriseGlobalId)?.locked ?? null
  // A lock may be missing from the list (API document, section 4.1, rule 10); that says nothing.
  if (locked === null) return 'not-visible'
  return locked === (operation === 'order.lockAssets') ? 'applied' : 'not-applied'
}

/**
 * Finds out what became of an unknown disable or enable by reading the record; it is never sent again. Applied is
 * applied. “Not applied” counts only when two reads agree after the settle time, and only for the latest change of
 * that lock: after a later one the record says nothing about this. Otherwise it stays unknown.
 */
export const settle = async (change: JournaledChange, deps: Settling): Promise<JournaledChange> => {
  const { journal, now, pause } = deps
  const isOurs = change.intent.environment === deps.environment
  if (change.state !== 'unknown' || !isOurs || journal.hasLater(change)) return change
  const end = async (state: 'done' | 'failed', kind: 'read-back-applied' | 'read-back-not-applied') => {
    const ended = await journal.end(change.entryId, state, { kind })
    return ended.ok ? ended.value : change
  }
  const seen = await look(change, deps)
  if (seen === 'applied') return end('done', 'read-back-applied')
  if (seen === 'not-visible' || now() - (change.sentAt ?? change.askedAt) < settleAfterMs) return change
  await pause(betweenReadsMs)
  const again = await look(change, deps)
  if (again === 'applied') return end('done', 'read-back-applied')
  const latest = journal.change(change.entryId) ?? change
  if (again === 'not-visible' || latest.state !== 'unknown' || journal.hasLater(change)) return latest
  return end('failed', 'read-back-not-applied')
}
