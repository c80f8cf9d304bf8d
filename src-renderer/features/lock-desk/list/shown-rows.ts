import type { UnresolvedChange } from '#shared/bridge/review-commands'
import type { JournalEntry } from '#shared/model/changes/change'
import type { PreflightRow } from '#shared/model/changes/preflight'
import type { ListContent } from './list-content'
import { uncheckedRow } from './list-rows'
import type { ListRow, SentRow, ShownRow } from './list-rows'
import { placesOf } from './row-places'
import { isSelected } from './row-selections'

/** What is known of the rows beside the list. */
interface RowFacts {
  /** The checks of the rows, in their order. */
  readonly checks: readonly PreflightRow[]
  /** Some assets were never loaded. */
  readonly isUnread: boolean
  readonly entryOf: (sentRow: SentRow) => JournalEntry | null
  /** A person may have canceled it there. */
  readonly isInQueue: (check: PreflightRow) => boolean
  readonly unresolvedOf: (entryId: string) => UnresolvedChange | null
}

/** What is known of the lock of a row, from its check or from what was sent. */
const lockFacts = (row: ListRow, { record }: PreflightRow, entry: JournalEntry | null) => ({
  number: record?.shellNumber ?? entry?.shellNumber ?? (row.number || row.text),
  customer: record?.enterpriseName ?? entry?.enterpriseName ?? null,
})

const otherMatches = ({ lookup }: ListRow): Pick<ShownRow, 'records' | 'near'> => ({
  records: lookup?.state === 'ambiguous' ? lookup.records.length : 0,
  near: lookup?.state === 'not-listed' ? (lookup.near ?? []).map(({ assetNum }) => assetNum) : [],
})

/** The rows as displayed: before sending by their checks, after it by what was sent. */
export const showRows = (
  { rows, selections, sent, sentUpTo }: ListContent,
  { checks, isUnread, entryOf, isInQueue, unresolvedOf }: RowFacts,
): readonly ShownRow[] => {
  const entryOfRow = (id: number): JournalEntry | null => {
    const sentRow = sent.get(id)
    return sentRow === undefined ? null : entryOf(sentRow)
  }
  const places = placesOf(rows)
  const placeAt = (index: number) => places[index] ?? { row: index + 1, of: null }
  return rows.map((row, index) => {
    const check = sent.get(row.id)?.checked ?? checks[index] ?? uncheckedRow
    const entry = entryOfRow(row.id)
    const first = check.firstRow === null ? undefined : rows[check.firstRow]
    return {
      id: row.id,
      place: placeAt(index),
      text: row.text,
      source: row.source,
      correctedFrom: row.correctedFrom,
      duplicateOf: check.firstRow === null ? null : placeAt(check.firstRow),
      ...lockFacts(row, check, entry),
      ...otherMatches(row),
      isUnread,
      checked: check,
      ticked: sent.size === 0 && isSelected(check, selections.get(row.id)),
      isQueued: row.isQueued === true && isInQueue(check),
      entry,
      entryOfDuplicate: first === undefined ? null : entryOfRow(first.id),
      sent: sent.has(row.id),
      isLater: sent.size > 0 && !sent.has(row.id) && row.id > sentUpTo,
      unresolved: entry?.state === 'unknown' ? unresolvedOf(entry.entryId) : null,
    }
  })
}
