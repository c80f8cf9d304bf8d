import type { CommandValue } from '#shared/bridge/commands'
import type { UnresolvedChange } from '#shared/bridge/review-commands'
import type { JournalEntry } from '#shared/model/changes/change'
import { plainDigits } from '#shared/model/locks/shell-number'
import { rowResultOf, rowResults } from '../../../entities/change/change-row'
import type { RowResult } from '../../../entities/change/change-row'
import type { CellSource } from '../../../ui/sheets/read/number-cells'
import type { PreflightRow, ListedRow, PreflightResult } from '#shared/model/changes/preflight'
import type { Name } from '#shared/model/name'
import { isRecent } from '#shared/model/recent'
import type { RowImport, RowPlace } from './row-places'

/** A row of the list with the user's input and the look-up's result. */
export interface ListRow extends ListedRow {
  readonly id: number
  /** As scanned, typed or read from a file. */
  readonly text: string
  /** Null if it was not read from a file. */
  readonly source: CellSource | null
  /** The file or the pasted text; null if it was not read from one. */
  readonly addedWith: RowImport | null
  /** The text before a person corrected it, or null. */
  readonly correctedFrom: string | null
  /** The number of look-ups that reached the platform. */
  readonly lookUpCount: number
  /** It was added to the offline queue, which sends it. */
  readonly isQueued?: boolean
}

/** The job and row of a sent list row. */
export interface SentRow {
  readonly jobId: string
  readonly rowIndex: number
  /** What was known at confirmation time: later records already show the result. */
  readonly checked: PreflightRow
}

/** A row as displayed. */
export interface ShownRow {
  readonly id: number
  readonly place: RowPlace
  readonly text: string
  /** Null or absent if it was not read from a file. */
  readonly source?: CellSource | null
  readonly correctedFrom?: string | null
  /** The row that this one duplicates. */
  readonly duplicateOf?: RowPlace | null
  /** The shell number if there is one, otherwise the input. */
  readonly number: string
  readonly customer: Name | null
  /** How many records have its number. */
  readonly records: number
  /** Listed asset numbers similar to this one, if it has no record. */
  readonly near: readonly string[]
  /** Some assets were never loaded: a number that was not found may be one of them. */
  readonly isUnread: boolean
  readonly checked: PreflightRow
  readonly ticked: boolean
  /** It was added to the offline queue, and is still in it. */
  readonly isQueued?: boolean
  /** Null if the row was not sent or its job is not loaded yet. */
  readonly entry: JournalEntry | null
  /** The entry of the row that this one duplicates: both are the same lock. */
  readonly entryOfDuplicate?: JournalEntry | null
  readonly sent: boolean
  /** It was added after the job of the list was confirmed, so it could not be selected for it. */
  readonly isLater?: boolean
  /** Of a row without a result: what is known of it by now. */
  readonly unresolved?: UnresolvedChange | null
}

/** The groups that chips count and filter by: check results before sending, results after it. */
export type RowGroup = PreflightResult | RowResult | 'queued' | 'left-out' | 'later'

/** In display order; chips without rows are hidden. */
export const groupsBeforeSending = [
  'ready',
  'queued',
  'checking',
  'malformed',
  'repeated',
  'ambiguous',
  'no-record',
  'already',
  'wrong-type',
  'other-enterprise',
] as const satisfies readonly RowGroup[]
export const groupsAfterSending = [...rowResults, 'left-out', 'later'] as const

export const groupOf = (row: ShownRow, isSent: boolean): RowGroup => {
  if (!isSent) return row.isQueued === true ? 'queued' : row.checked.result
  if (row.sent) return rowResultOf(row.entry)
  return row.isLater === true ? 'later' : 'left-out'
}

export const countGroups = (rows: readonly ShownRow[], isSent: boolean): ReadonlyMap<RowGroup, number> => {
  const counts = new Map<RowGroup, number>()
  for (const row of rows) {
    const group = groupOf(row, isSent)
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return counts
}

/** Far more than the longest number; a look-up takes no longer ones. */
const maxNumberLength = 200

export const newRow = (
  id: number,
  text: string,
  source: CellSource | null = null,
  addedWith: RowImport | null = null,
): ListRow => ({
  id,
  text: text.trim(),
  source,
  addedWith,
  correctedFrom: null,
  // A formula may contain a number, which is not its result.
  number: source?.problem == null ? plainDigits(text).slice(0, maxNumberLength) : '',
  lookup: null,
  chosen: null,
  lookUpCount: 0,
  isConfirmedMissing: false,
})

/** The row with another text; it keeps its place in the file. */
export const corrected = (row: ListRow, text: string): ListRow => {
  const source = row.source === null ? null : { ...row.source, problem: null, shownAs: null }
  const original = row.correctedFrom ?? row.text
  return {
    ...newRow(row.id, text, source, row.addedWith),
    correctedFrom: text.trim() === original ? null : original,
  }
}

/** Whether a person may correct the text of the row. */
export const isCorrectable = ({ checked, sent }: ShownRow): boolean =>
  !sent && (checked.result === 'malformed' || checked.result === 'no-record')

type LookUpManyResult = CommandValue<'locks/look-up-many'>

/** A record read within this time is not requested again, as on the lock cards, ms. */
const freshForMs = 60_000

/** Whether the row needs a look-up on the platform in addition to the cached lists. */
export const needsRefresh = (row: ListRow, now: number): boolean => {
  const { lookup } = row
  if (lookup === null) return false
  if (lookup.state === 'not-listed') return true
  const records =
    lookup.state === 'found' ? [lookup.record] : lookup.state === 'ambiguous' ? lookup.records : []
  return records.some(({ readAt }) => !isRecent(readAt, now, freshForMs))
}

/** Adds the look-up's result to the row; `lookUpCount` counts only look-ups that reached the platform. */
export const withLookup = (
  row: ListRow,
  lookup: LookUpManyResult['results'][number] | undefined,
  isFromPlatform: boolean,
): ListRow => {
  if (lookup === undefined) return row
  const lookUpCount = row.lookUpCount + (isFromPlatform ? 1 : 0)
  return { ...row, lookup, lookUpCount, isConfirmedMissing: lookUpCount >= 2 }
}

export const uncheckedRow: PreflightRow = {
  result: 'checking',
  also: [],
  record: null,
  assetNum: null,
  firstRow: null,
  tickable: false,
}

/** For a job started before this window opened, only the journal's data is known. */
export const checkedOfEntry = ({ key: assetNum }: JournalEntry): PreflightRow => ({
  result: 'ready',
  also: [],
  record: null,
  assetNum,
  firstRow: null,
  tickable: false,
})

/**
 * The customer of all rows, or null if they differ or one has none. Rows that are still searched or were not found do not
 * count.
 */
export const sharedCustomer = (rows: readonly ShownRow[]): Name | null => {
  let shared: Name | null = null
  for (const { customer, checked, entry } of rows) {
    const isUnknown = customer === null && checked.record === null && entry === null
    if (checked.result === 'checking' || isUnknown) continue
    if (customer === null || (shared !== null && customer !== shared)) return null
    shared = customer
  }
  return shared
}
