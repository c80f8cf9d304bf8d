/** The most rows per response; takes about 20 ms on each side. */
export const maxJournalSliceLength = 2_000

/** The most rows per response. */
export const maxSliceLength = 5_000

/** A slice of a long list that main holds: at most `limit` rows from index `from` on. */
export interface Slice<Row> {
  readonly rows: readonly Row[]
  /** All rows of the list. Continue with `from` plus the length of `rows` until it reaches this number. */
  readonly total: number
  /** Changes when the rows change; then start again at 0. */
  readonly version: number
}

export const sliceOf = <Row>(
  rows: readonly Row[],
  version: number,
  from: number,
  limit: number,
): Slice<Row> => ({ rows: rows.slice(from, from + limit), total: rows.length, version })
