import type { LookupResult } from '#shared/model/locks/lookup-result'
import type { PluggedLock } from '#shared/model/locks/plugged-lock'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { assetObstacle, lockObstacle } from '../../../entities/loan/lend-obstacle'

// An asset and whether it can be lent, by the platform's lists.

export interface AssetRow {
  readonly record: LockRecord
  /** Why it cannot be selected. */
  readonly obstacle: ReturnType<typeof assetObstacle>
}

const byNumber = (a: LockRecord, b: LockRecord): number => (a.assetNum < b.assetNum ? -1 : 1)

/** An employee's assets; the ones that can be lent come first. */
export const assetRows = (records: readonly LockRecord[], memberGlobalId: string): readonly AssetRow[] =>
  records
    .filter(
      ({ holder, borrowedUsbKey }) => holder?.memberGlobalId === memberGlobalId && borrowedUsbKey !== true,
    )
    .sort(byNumber)
    .map((record): AssetRow => ({ record, obstacle: assetObstacle(record) }))
    .sort((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null))

export interface LockRow {
  readonly record: LockRecord
  readonly obstacle: ReturnType<typeof lockObstacle>
  /** Already lent to this employee: the products are added. */
  readonly isLentToSame: boolean
}

/** The enterprise's borrowed locks; the available ones come first. */
export const lockRows = (records: readonly LockRecord[], memberGlobalId: string | null): readonly LockRow[] =>
  records
    .filter(({ borrowedUsbKey }) => borrowedUsbKey === true)
    .sort(byNumber)
    .map((record): LockRow => {
      const obstacle = lockObstacle(record, memberGlobalId)
      return { record, obstacle, isLentToSame: obstacle === null && record.lent === true }
    })
    .sort((a, b) => Number(a.obstacle !== null) - Number(b.obstacle !== null))

/** Whether a plugged-in lock can be used for the loan. */
export type LockAvailability =
  | { readonly kind: 'reading' | 'unreadable' | 'not-listed' | 'ambiguous' }
  | { readonly kind: 'free'; readonly record: LockRecord }
  | {
      readonly kind: 'not-borrowed' | 'other-enterprise' | 'lent' | 'disabled'
      readonly record: LockRecord
    }

export const availabilityOf = (
  lock: PluggedLock,
  answer: LookupResult | null,
  about: { readonly enterpriseGlobalId: string | null; readonly memberGlobalId: string | null },
): LockAvailability => {
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
  // Two assets have the same digits, and the number does not tell which one is plugged in.
  if (record === undefined || second !== undefined) return { kind: 'ambiguous' }
  const obstacle = lockObstacle(record, about.memberGlobalId)
  if (obstacle === 'not-borrowed') return { kind: obstacle, record }
  if (record.enterpriseGlobalId !== about.enterpriseGlobalId) return { kind: 'other-enterprise', record }
  return obstacle === null ? { kind: 'free', record } : { kind: obstacle, record }
}
