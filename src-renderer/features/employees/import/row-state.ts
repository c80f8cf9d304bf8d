import { limits } from '#shared/model/api/limits'
import type { JournalEntry } from '#shared/model/changes/change'
import type { Job } from '#shared/model/changes/job'
import { rowResultOf, rowResults } from '../../../entities/change/change-row'
import type { RowResult } from '../../../entities/change/change-row'
import { rejectedIndex } from '../form/field-of-failure'
import type { CheckedRow, RowValidity } from './check-rows'
import type { ImportRow } from './import-rows'

/** The groups that chips count and filter by: check results before sending, results after it. */
export type RowGroup = RowValidity | RowResult

/** In display order; chips without rows are hidden. */
export const rowGroups = [
  'ready',
  'doubt',
  'broken',
  'repeated',
  'exists',
  ...rowResults,
] as const satisfies readonly RowGroup[]

/** A row with everything known about it. */
export interface RowContext {
  readonly row: ImportRow
  readonly checked: CheckedRow
  /** Null if the row was not sent or its job is not loaded yet. */
  readonly entry: JournalEntry | null
  readonly job: Job | null
}

export const groupOf = ({ row, checked, entry }: Omit<RowContext, 'job'>): RowGroup =>
  row.sent === null ? checked.validity : rowResultOf(entry)

/**
 * One invalid employee fails the whole request: whether the platform's message names this employee, or another
 * one in the same request. Null if it names none.
 */
export const rejectionScopeOf = ({ row, entry, job }: RowContext): 'named' | 'other-row' | null => {
  const named = rejectedIndex(entry?.reason ?? null)
  if (named === null || row.sent === null || job === null) return null
  const perCall = Math.min(job.chunkSize, limits.employeesPerCall)
  return row.sent.rowIndex % perCall === named ? 'named' : 'other-row'
}

const isWrong = ({ checked }: RowContext): boolean =>
  checked.validity !== 'ready' && checked.validity !== 'doubt'

/** The row itself was rejected, and fails again unless it is corrected. */
export const needsCorrection = (known: RowContext): boolean => {
  if (known.row.sent === null) return false
  if (known.entry?.state !== 'failed') return false
  return known.entry.reason?.kind === 'said' || rejectionScopeOf(known) === 'named' || isWrong(known)
}

/** Whether the row can be sent: not sent yet and valid, or failed without a fault of its own. */
export const isSendable = (known: RowContext): boolean => {
  if (isWrong(known)) return false
  if (known.row.sent === null) return true
  const state = known.entry?.state
  return state === 'not-sent' || (state === 'failed' && !needsCorrection(known))
}

/** Counts the rows per group, and finds the sendable ones, in one pass. */
export const summaryOf = (known: Iterable<RowContext>) => {
  const groups = new Map<RowGroup, number>()
  const sendable: number[] = []
  let toCorrect = 0
  for (const one of known) {
    const group = groupOf(one)
    groups.set(group, (groups.get(group) ?? 0) + 1)
    if (isSendable(one)) sendable.push(one.row.id)
    if (needsCorrection(one)) toCorrect += 1
  }
  return { groups, sendable, toCorrect }
}
