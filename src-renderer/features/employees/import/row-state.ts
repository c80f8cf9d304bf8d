import type { JournalEntry } from '#shared/model/changes/change'
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
  /** All rows of its job. */
  readonly entries: readonly JournalEntry[]
}

export const groupOf = ({ row, checked, entry }: Omit<RowContext, 'entries'>): RowGroup =>
  row.sent === null ? checked.validity : rowResultOf(entry)

const isOfSameRequest = (one: JournalEntry, other: JournalEntry): boolean =>
  one.state === 'failed' &&
  one.endedAt === other.endedAt &&
  one.reason?.kind === 'platform' &&
  other.reason?.kind === 'platform' &&
  one.reason.failure.message === other.reason.failure.message

/**
 * The index of a rejected row in its request, whose rows failed together. Requests of a job have different lengths, because
 * they are small at first, and rows that were not sent are in none.
 */
const indexInRequest = (rowIndex: number, entry: JournalEntry, entries: readonly JournalEntry[]): number => {
  let index = 0
  for (let at = rowIndex - 1; at >= 0; at -= 1) {
    const before = entries[at]
    if (before === undefined || before.state === 'not-sent') continue
    if (!isOfSameRequest(before, entry)) break
    index += 1
  }
  return index
}

/**
 * One invalid employee fails the whole request: whether the platform's message names this employee, or another
 * one in the same request. Null if it names none.
 */
export const rejectionScopeOf = ({ row, entry, entries }: RowContext): 'named' | 'other-row' | null => {
  const named = rejectedIndex(entry?.reason ?? null)
  if (named === null || row.sent === null || entry === null) return null
  return indexInRequest(row.sent.rowIndex, entry, entries) === named ? 'named' : 'other-row'
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
