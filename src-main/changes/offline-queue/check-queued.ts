import type { LockRecord } from '#shared/model/locks/lock-record'
import type { HeldReason } from '#shared/model/changes/queued-change'
import type { QueueItem, RecordFacts } from './queue-file'

/** What to do with a queued change after its lists are reloaded. */
export type QueueCheck = 'send' | 'already' | HeldReason

export const factsOfRecord = (record: LockRecord): RecordFacts => ({
  enterpriseGlobalId: record.enterpriseGlobalId,
  locked: record.locked,
  licenseType: record.licenseType,
  lent: record.lent,
  holder: record.holder?.memberGlobalId ?? null,
  updatedAt: record.updatedAt,
})

/** A field is null if its list could not be read; that is not a difference. */
const differs = <Value>(before: Value | null, now: Value | null): boolean =>
  before !== null && now !== null && before !== now

const hasChanged = (before: RecordFacts, now: RecordFacts): boolean =>
  differs(before.locked, now.locked) ||
  differs(before.licenseType, now.licenseType) ||
  differs(before.lent, now.lent) ||
  // “Unassigned” counts as a value only if the employee lists were read both times.
  (before.lent !== null && now.lent !== null && before.holder !== now.holder) ||
  differs(before.updatedAt, now.updatedAt)

/**
 * Compares a queued change with the current record. It is sent only if nothing changed since it was queued or
 * released.
 */
export const checkQueued = (
  item: QueueItem,
  found: {
    /** The record in the enterprise it was queued for, or in any enterprise if it was queued without a record. */
    readonly record: LockRecord | null
    /** The record on another enterprise's list. */
    readonly elsewhere: LockRecord | null
    /** Another change of the lock was requested on this computer since. */
    readonly changedHere: boolean
  },
): QueueCheck => {
  const { record, elsewhere } = found
  const isDisabling = item.action === 'disable'
  if (found.changedHere) return 'changed-here'
  if (record === null) {
    if (elsewhere !== null) return 'other-enterprise'
    return item.released && item.facts === null ? 'send' : 'not-listed'
  }
  if (record.locked === isDisabling) return 'already'
  const now = factsOfRecord(record)
  if (item.facts === null) return 'no-record-before'
  if (item.released) return hasChanged(item.facts, now) ? 'record-changed' : 'send'
  if (record.locked === null) return 'state-not-told'
  return hasChanged(item.facts, now) ? 'record-changed' : 'send'
}
