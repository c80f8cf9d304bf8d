import type { LookUp } from '#shared/commands'
import type { PluggedLock } from '#shared/model/plugged-lock'
import type { LockRecord } from '#shared/model/lock-record'

// What can be lent, and onto what: by the platform's lists as they were read last.

export interface AssetRow {
  readonly record: LockRecord
  /** Why it cannot be ticked. */
  readonly whyNot: 'lent' | 'no-id' | null
}

const byNumber = (one: LockRecord, other: LockRecord): number => (one.assetNum < other.assetNum ? -1 : 1)

/** The assets of an employee, those that can be lent first. */
export const assetRows = (records: readonly LockRecord[], memberGlobalId: string): readonly AssetRow[] =>
  records
    .filter(
      ({ holder, borrowedUsbKey }) => holder?.memberGlobalId === memberGlobalId && borrowedUsbKey !== true,
    )
    .sort(byNumber)
    .map((record): AssetRow => {
      if (record.lent === true) return { record, whyNot: 'lent' }
      return { record, whyNot: record.assetId === null ? 'no-id' : null }
    })
    .sort((one, other) => Number(one.whyNot !== null) - Number(other.whyNot !== null))

/** Why a borrowed lock cannot take a loan of this employee's; null where it can. */
export const whyNotOnto = (
  lock: LockRecord,
  memberGlobalId: string | null,
): 'not-borrowed' | 'disabled' | 'out' | null => {
  if (lock.borrowedUsbKey !== true) return 'not-borrowed'
  if (lock.lent === true && (memberGlobalId === null || lock.holder?.memberGlobalId !== memberGlobalId))
    return 'out'
  return lock.locked === true ? 'disabled' : null
}

export interface LockRow {
  readonly record: LockRecord
  readonly whyNot: ReturnType<typeof whyNotOnto>
  /** Out to this employee already: the loan grows. */
  readonly adds: boolean
}

/** The borrowed locks of the enterprise, the free ones first. */
export const lockRows = (records: readonly LockRecord[], memberGlobalId: string | null): readonly LockRow[] =>
  records
    .filter(({ borrowedUsbKey }) => borrowedUsbKey === true)
    .sort(byNumber)
    .map((record): LockRow => {
      const whyNot = whyNotOnto(record, memberGlobalId)
      return { record, whyNot, adds: whyNot === null && record.lent === true }
    })
    .sort((one, other) => Number(one.whyNot !== null) - Number(other.whyNot !== null))

/** What a lock in a port is, to who wants to lend onto it. */
export type Verdict =
  | { readonly kind: 'reading' | 'unreadable' | 'not-listed' | 'ambiguous' }
  | { readonly kind: 'free'; readonly record: LockRecord }
  | {
      readonly kind: 'not-borrowed' | 'other-enterprise' | 'out' | 'disabled'
      readonly record: LockRecord
    }

export const verdictOn = (
  lock: PluggedLock,
  answer: LookUp | null,
  about: { readonly enterpriseGlobalId: string | null; readonly memberGlobalId: string | null },
): Verdict => {
  if (lock.reading.state === 'failed') return { kind: 'unreadable' }
  if (lock.reading.state === 'reading' || answer === null) return { kind: 'reading' }
  if (answer.state === 'not-listed' || answer.state === 'not-a-number') return { kind: 'not-listed' }
  const fitting =
    answer.state === 'found'
      ? [answer.record]
      : answer.records.filter(
          (record) =>
            record.borrowedUsbKey === true && record.enterpriseGlobalId === about.enterpriseGlobalId,
        )
  const [record, second] = fitting
  // Two assets with the same digits: which one is in the port, the number does not tell.
  if (record === undefined || second !== undefined) return { kind: 'ambiguous' }
  const whyNot = whyNotOnto(record, about.memberGlobalId)
  if (whyNot === 'not-borrowed') return { kind: whyNot, record }
  if (record.enterpriseGlobalId !== about.enterpriseGlobalId) return { kind: 'other-enterprise', record }
  return whyNot === null ? { kind: 'free', record } : { kind: whyNot, record }
}
