import type { CommandValue } from '#shared/commands'
import type { ChangeState, JournalEntry } from '#shared/model/change'
import { plainDigits } from '#shared/model/shell-number'
import type { Checked, ListedRow, Verdict } from '#shared/model/pre-flight'

/** A row of the list, with all that a person gave and the platform answered. */
export interface ListRow extends ListedRow {
  readonly id: number
  /** As it was scanned, typed or found in a file. */
  readonly text: string
  /** How often the platform itself was asked for it. */
  readonly looks: number
}

/** A row that was sent: which row of which job it is. */
export interface SentRow {
  readonly jobId: string
  readonly place: number
  /** What was known when it was confirmed: later records tell what became of it. */
  readonly checked: Checked
}

/** A row as it is drawn. */
export interface ShownRow {
  readonly id: number
  /** Its place in the list, from 1. */
  readonly place: number
  readonly text: string
  /** The shell number where there is one; else what was given. */
  readonly number: string
  readonly customer: string | null
  /** How many records carry its number. */
  readonly records: number
  readonly checked: Checked
  readonly ticked: boolean
  /** Null where it was not sent, or its job is not read yet. */
  readonly entry: JournalEntry | null
  /** Of the row that it repeats: what became of that one became of this row's lock. */
  readonly entryOfFirst?: JournalEntry | null
  readonly sent: boolean
}

/** What the chips tell and filter by: a verdict before, what became of it after. */
export type RowGroup = Verdict | 'waiting' | 'left-out' | Exclude<ChangeState, 'intent' | 'sent'>

/** In this order; chips without rows are not drawn. */
export const groupsBefore = [
  'ready',
  'checking',
  'malformed',
  'repeated',
  'ambiguous',
  'no-record',
  'already',
  'wrong-type',
  'other-enterprise',
] as const satisfies readonly Verdict[]
export const groupsAfter = ['waiting', 'done', 'failed', 'not-sent', 'unknown', 'left-out'] as const

export const groupOf = (row: ShownRow, isSent: boolean): RowGroup => {
  if (!isSent) return row.checked.verdict
  if (!row.sent) return 'left-out'
  const state = row.entry?.state ?? 'intent'
  return state === 'intent' || state === 'sent' ? 'waiting' : state
}

export const countGroups = (rows: readonly ShownRow[], isSent: boolean): ReadonlyMap<RowGroup, number> => {
  const counts = new Map<RowGroup, number>()
  for (const row of rows) {
    const group = groupOf(row, isSent)
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  return counts
}

export const newRow = (id: number, text: string): ListRow => ({
  id,
  text: text.trim(),
  number: plainDigits(text),
  looked: null,
  chosen: null,
  looks: 0,
  lookedTwice: false,
})

type LookedUp = CommandValue<'desk/look-up-many'>

/** A record read within this time needs no asking again; as on the desk's cards. */
const freshEnough = 60_000

/** Whether the platform should be asked too, after what was read before. */
export const needsFresh = (row: ListRow, now: number): boolean => {
  const { looked } = row
  if (looked === null) return false
  if (looked.state === 'not-listed') return true
  const records =
    looked.state === 'found' ? [looked.record] : looked.state === 'ambiguous' ? looked.records : []
  return records.some(({ readAt }) => now - readAt > freshEnough)
}

/** The row with its answer; a look counts only where the platform was asked and answered. */
export const answered = (
  row: ListRow,
  looked: LookedUp['looked'][number] | undefined,
  asked: boolean,
): ListRow => {
  if (looked === undefined) return row
  const looks = row.looks + (asked ? 1 : 0)
  return { ...row, looked, looks, lookedTwice: looks >= 2 }
}

/** Nothing is known of a row of a job that was begun before this window was opened, but what the journal has. */
export const checkedOfEntry = ({ key: assetNum }: JournalEntry): Checked => ({
  verdict: 'ready',
  also: [],
  record: null,
  assetNum,
  firstRow: null,
  tickable: false,
})
