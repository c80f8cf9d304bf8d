/** A column to find in a sheet: by its title first, then by its cells. */
export interface ColumnSpec {
  readonly key: string
  readonly isMatch: (cell: string) => boolean
  /** Words in this column's title, lower case, in any language. */
  readonly titles?: readonly string[]
}

export interface ColumnMatch {
  /** `ask` if several columns match about equally well; `none` if none matches. */
  readonly state: 'found' | 'ask' | 'none'
  /** The best match, preselected; null if none matches. */
  readonly column: number | null
  /** The number of title rows above the first data row. */
  readonly titleRows: number
  /** The number of matching cells per column. */
  readonly hits: readonly number[]
}

type Rows = readonly (readonly string[])[]

/** A title has few digits; a row with an invalid number has many. */
const isTitle = (cell: string): boolean => (cell.match(/\p{Nd}/gu) ?? []).length < 5
/** At most a heading for the sheet, a blank row and the titles. */
const highestTitles = 3
/** Titles follow at most a heading, its date and a blank row; further down the rows are data. */
const lowestTitles = 5

/**
 * The number of title rows above a column's data: the rows before the first matching cell, as long as they look
 * like titles. An invalid number in the first row is data and is not skipped.
 */
export const countTitleRows = (rows: Rows, column: number, isMatch: (cell: string) => boolean): number => {
  const first = rows.findIndex((row) => isMatch(row[column] ?? ''))
  if (first <= 0) return 0
  const above = rows.slice(0, Math.min(first, highestTitles)).map((row) => row[column] ?? '')
  const firstData = above.findIndex((cell) => !isTitle(cell))
  return firstData === -1 ? above.length : firstData
}

const widthOf = (rows: Rows): number => rows.reduce((widest, { length }) => Math.max(widest, length), 0)

/**
 * Finds the column with the most matching cells. Its state is `ask` if another column has at least half as
 * many: with old and new locks side by side, guessing could pick the wrong locks.
 */
export const findColumn = (rows: Rows, isMatch: (cell: string) => boolean): ColumnMatch => {
  const width = widthOf(rows)
  const hits = Array.from({ length: width }, () => 0)
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (isMatch(cell)) hits[column] = (hits[column] ?? 0) + 1
    }
  }
  const best = Math.max(0, ...hits)
  if (best === 0) {
    const only = width === 1 ? 0 : null
    return { state: only === null ? 'none' : 'found', column: only, titleRows: 0, hits }
  }
  const column = hits.indexOf(best)
  const closeMatches = hits.filter((count) => count * 2 >= best).length
  return {
    state: closeMatches > 1 ? 'ask' : 'found',
    column,
    titleRows: countTitleRows(rows, column, isMatch),
    hits,
  }
}

/** The non-blank cells below the titles, with their line numbers in the file. */
export const columnCells = (
  rows: Rows,
  column: number,
  titleRows: number,
): { readonly line: number; readonly text: string }[] =>
  rows
    .map((row, index) => ({ line: index + 1, text: (row[column] ?? '').trim() }))
    .slice(titleRows)
    .filter(({ text }) => text !== '')

export interface ColumnsMatch {
  /** By the key of the specs column; null if no column matches. */
  readonly columns: Readonly<Record<string, number | null>>
  readonly titleRows: number
}

const normalizeTitle = (cell: string): string => cell.normalize('NFKC').trim().toLowerCase()

/**
 * The title row may stand below a heading. A single word can match in data too, so the row with the most
 * matches is used.
 */
const titlesIn = (rows: Rows, specs: readonly ColumnSpec[]): { titles: string[]; at: number } => {
  const titles = specs.flatMap(({ titles = [] }) => titles)
  const known = (row: readonly string[]): number =>
    row.filter((cell) => titles.some((word) => normalizeTitle(cell).includes(word))).length
  let at = 0
  for (let row = 1; row < Math.min(rows.length, lowestTitles); row += 1) {
    if (known(rows[row] ?? []) > known(rows[at] ?? [])) at = row
  }
  return { titles: (rows[at] ?? []).map(normalizeTitle), at }
}

/**
 * Finds several columns at once, such as name and mobile number: first by the titles in the first rows, then the
 * remaining ones by their cells. No column is used twice.
 */
export const findColumns = (rows: Rows, specs: readonly ColumnSpec[]): ColumnsMatch => {
  const { titles, at } = titlesIn(rows, specs)
  const usedColumns = new Set<number>()
  const columns: Record<string, number | null> = {}
  const byTitle = (titleMatches: (title: string, word: string) => boolean): void => {
    for (const { key, titles: expectedTitles = [] } of specs) {
      if (columns[key] != null) continue
      const found = titles.findIndex(
        (title, at) => !usedColumns.has(at) && expectedTitles.some((word) => titleMatches(title, word)),
      )
      columns[key] = found === -1 ? null : found
      if (found !== -1) usedColumns.add(found)
    }
  }
  byTitle((title, word) => title === word)
  byTitle((title, word) => title.includes(word))
  const titleRows = usedColumns.size > 0 ? at + 1 : 0
  for (const { key, isMatch } of specs) {
    if (columns[key] !== null) continue
    const { hits } = findColumn(rows.slice(titleRows), isMatch)
    const free = hits.map((count, at) => (usedColumns.has(at) ? 0 : count))
    const best = Math.max(0, ...free)
    if (best === 0) continue
    const found = free.indexOf(best)
    columns[key] = found
    usedColumns.add(found)
  }
  const matchers = specs.map(({ key, isMatch }) => ({ column: columns[key] ?? null, isMatch }))
  if (titleRows > 0) return { columns, titleRows }
  const rowsAbove = matchers.flatMap(({ column, isMatch }) =>
    column === null ? [] : [countTitleRows(rows, column, isMatch)],
  )
  return { columns, titleRows: rowsAbove.length === 0 ? 0 : Math.min(...rowsAbove) }
}
