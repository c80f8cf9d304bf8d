/** A column of a long table. What a cell shows is its slot `cell-KEY`, or the text of `value`. */
export interface TableColumn<Row> {
  readonly key: string
  readonly title: string
  /** A track of a CSS grid: `146px`, `minmax(120px, 2fr)`. */
  readonly width: string
  readonly align?: 'start' | 'end'
  /** Left out where the table is narrower than so many pixels. */
  readonly hideBelow?: number
  /** What it is sorted by, and shown where there is no slot; null stands last in both directions. */
  readonly value?: (row: Row) => string | number | null
  /** False for a column that has a value and yet no sense of order. */
  readonly sortable?: boolean
}

export interface TableSort {
  readonly key: string
  readonly direction: 'ascending' | 'descending'
}

export type TableState = 'ready' | 'loading' | 'failed'

/** The next state of a title that is pressed: up, down, as it came. */
export const nextSort = (sort: TableSort | null, key: string): TableSort | null => {
  if (sort?.key !== key) return { key, direction: 'ascending' }
  return sort.direction === 'ascending' ? { key, direction: 'descending' } : null
}
