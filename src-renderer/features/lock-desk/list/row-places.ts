import type { Translator } from '../../../i18n/explain'
import type { CellSource } from '../../../ui/sheets/read/number-cells'

/** What a row was added with: a file, or pasted text, which has no name. */
export interface RowImport {
  readonly fileName: string
  /** Which one it is of those with this name that the list has, from 1. */
  readonly nth: number
}

/** What of a row of the list says where it is. */
interface PlacedRow {
  readonly source: Pick<CellSource, 'line'> | null
  readonly addedWith: RowImport | null
}

/** Where a row is: its row in the file, or its turn among those that are from no file. */
export interface RowPlace {
  /** From 1. */
  readonly row: number
  /** What its row number is of; null where the whole list is of one file, or of none. */
  readonly of: 'entries' | RowImport | null
}

const importOf = ({ source, addedWith }: PlacedRow): RowImport | null => (source === null ? null : addedWith)

const keyOf = (row: PlacedRow): string => {
  const { fileName, nth } = importOf(row) ?? { fileName: '', nth: 0 }
  return `${nth} ${fileName}`
}

/** A row number says which row is meant only where the whole list has one source. */
export const placesOf = (rows: readonly PlacedRow[]): readonly RowPlace[] => {
  const isOfOne = new Set(rows.map(keyOf)).size < 2
  let entries = 0
  return rows.map((row) => {
    if (row.source === null) entries += 1
    return { row: row.source?.line ?? entries, of: isOfOne ? null : (importOf(row) ?? 'entries') }
  })
}

/** What numbers are added with now: the same file may be there already. */
export const nextImport = (rows: readonly PlacedRow[], fileName: string): RowImport => {
  const before = rows.flatMap(({ addedWith }) => (addedWith?.fileName === fileName ? [addedWith.nth] : []))
  // A spread of many rows would be too long.
  return { fileName, nth: before.reduce((most, nth) => Math.max(most, nth), 0) + 1 }
}

/** The source of a row number: the name of a file, “Pasted”, or “Entry”. */
export const sourceText = (of: NonNullable<RowPlace['of']>, { t }: Translator): string => {
  if (of === 'entries') return t('list.place.entry')
  const name = of.fileName === '' ? t('list.place.pasted') : of.fileName
  return of.nth === 1 ? name : t('list.place.nth', { name, n: of.nth })
}

/** “row 2”, “row 2 of staff.xlsx”, “pasted row 2”, “entry 2”. */
export const placeText = ({ row, of }: RowPlace, translator: Translator): string => {
  const { t } = translator
  if (of === null) return t('list.place.row', { row })
  if (of === 'entries') return t('list.place.entryRow', { row })
  if (of.fileName !== '') return t('list.place.rowOf', { row, name: sourceText(of, translator) })
  return of.nth === 1 ? t('list.place.pastedRow', { row }) : t('list.place.pastedRowOf', { row, n: of.nth })
}
