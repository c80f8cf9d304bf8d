import { sortValueOf } from './table-column'
import type { TableColumn } from './table-column'

/** The columns that every row has the same value in: one text above the table says it. */
export const sharedColumns = <Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
): readonly { readonly key: string; readonly title: string; readonly text: string }[] => {
  const [first] = rows
  if (first === undefined) return []
  return columns.flatMap(({ key, title, sharedText, ...column }) => {
    const value = sortValueOf(column)
    if (value === undefined || sharedText === undefined) return []
    const shared = value(first)
    return rows.every((row) => value(row) === shared) ? [{ key, title, text: sharedText(first) }] : []
  })
}
