import type { LockRecord } from '#shared/model/lock-record'
import type { HeldReason } from '#shared/outbox-commands'
import type { OutboxItem, RecordFacts } from './outbox-file'

/** What is to be done with a queued change, now that the lists have been read anew. */
export type Verdict = 'send' | 'already' | HeldReason

export const factsOfRecord = (record: LockRecord): RecordFacts => ({
  enterpriseGlobalId: record.enterpriseGlobalId,
  locked: record.locked,
  licenseType: record.licenseType,
  lent: record.lent,
  holder: record.holder?.memberGlobalId ?? null,
  updatedAt: record.updatedAt,
})

/** Lists that were not to be had then or now leave their fields null: that alone is no change. */
const differs = <Value>(before: Value | null, now: Value | null): boolean =>
  before !== null && now !== null && before !== now

const hasChanged = (before: RecordFacts, now: RecordFacts): boolean =>
  differs(before.locked, now.locked) ||
  differs(before.licenseType, now.licenseType) ||
  differs(before.lent, now.lent) ||
  // That nobody holds it is a fact like a name, where the member lists were read both times.
  (before.lent !== null && now.lent !== null && before.holder !== now.holder) ||
  differs(before.updatedAt, now.updatedAt)

/**
 * Holds a queued change against the record as it was read just now. Only one that finds everything as it was when
 * somebody queued it, or released it, is sent.
 */
export const checkQueued = (
  item: OutboxItem,
  seen: {
    /** Of the enterprise it was queued for, or of any where it was queued without a record. */
    readonly record: LockRecord | null
    /** On another enterprise's list. */
    readonly elsewhere: LockRecord | null
    /** Another change of the lock was asked for at this desk since. */
    readonly changedHere: boolean
  },
): Verdict => {
  const { record, elsewhere } = seen
  const wanted = item.action === 'disable'
  if (seen.changedHere) return 'changed-here'
  if (record === null) {
    if (elsewhere !== null) return 'other-enterprise'
    return item.released && item.facts === null ? 'send' : 'not-listed'
  }
  if (record.locked === wanted) return 'already'
  const now = factsOfRecord(record)
  if (item.facts === null) return 'no-record-before'
  if (item.released) return hasChanged(item.facts, now) ? 'record-changed' : 'send'
  if (record.locked === null) return 'state-not-told'
  return hasChanged(item.facts, now) ? 'record-changed' : 'send'
}
