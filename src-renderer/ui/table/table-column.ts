import type { InjectionKey } from 'vue'
import type { Name } from '#shared/model/name'

/** A column of a virtual table. A cell shows the slot `cell-KEY`, or else the text of `value`. */
export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  /** A CSS grid track: `146px`, `minmax(120px, 2fr)`. */
  readonly width: string
  readonly align?: 'start' | 'end'
  /** For numbers at the end of their column: they keep a distance from the text of the next one. */
  readonly isApart?: boolean
  /** Hidden if the table is narrower than this many pixels. */
  readonly hideBelow?: number
  /** The sort value, and the cell text without a slot; null is sorted last in both directions. */
  readonly value?: (row: Row) => string | number | null
  /** In place of `value` where it is a name: the cell hides it while names are hidden. */
  readonly name?: (row: Row) => Name | null
  /**
   * The value as text. A column with it is not shown while every row has the same value; the text stands above the
   * table instead, or nothing if it is empty.
   */
  readonly sharedText?: (row: Row) => string
  /** False for a column whose values have no useful order. */
  readonly sortable?: boolean
}

/** What the rows are sorted by. */
export const sortValueOf = <Row>({
  value,
  name,
}: Pick<TableColumn<Row>, 'value' | 'name'>): ((row: Row) => Name | number | null) | undefined =>
  value ?? name

export interface TableSort {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

export type TableState = 'ready' | 'loading' | 'failed'

/** The sort state after a click on a column title: ascending, descending, unsorted. */
export const nextSort = (sort: TableSort | null, key: string): TableSort | null => {
  if (sort?.key !== key) return { key, direction: 'ascending' }
  return sort.direction === 'ascending' ? { key, direction: 'descending' } : null
}

/** Provided to the rows of a virtual table, whose cells must be cheap to render. */
export const inTableRow: InjectionKey<boolean> = Symbol('in a table row')
