/** What is looked for in a sheet: by its title first, by what its cells look like where titles do not tell. */
export interface WantedColumn {
  readonly key: string
  readonly looksRight: (cell: string) => boolean
  /** Words that a title of this column contains, in lower case and any language. */
  readonly titles?: readonly string[]
}

export interface ColumnAnswer {
  /** `ask` where several columns fit nearly as well as each other; `none` where none does. */
  readonly state: 'found' | 'ask' | 'none'
  /** The best one, to begin with; null where none fits. */
  readonly column: number | null
  /** Rows of titles above the first row of data. */
  readonly titleRows: number
  /** The cells that look right, by column. */
  readonly hits: readonly number[]
}

type Rows = readonly (readonly string[])[]

/** A title has hardly any digits; a row that is only malformed has. */
const isTitle = (cell: string): boolean => (cell.match(/\p{Nd}/gu) ?? []).length < 5
/** A heading over the whole sheet, a blank row, the titles. */
const highestTitles = 3
/** Titles below a heading, its date and a blank row; further down it is data. */
const lowestTitles = 5

/**
 * How many rows stand above the data of a column: those before its first cell that looks right, as long as they look
 * like titles. A malformed number in the first row is data, and is not skipped.
 */
export const countTitleRows = (rows: Rows, column: number, looksRight: (cell: string) => boolean): number => {
  const first = rows.findIndex((row) => looksRight(row[column] ?? ''))
  if (first <= 0) return 0
  const above = rows.slice(0, Math.min(first, highestTitles)).map((row) => row[column] ?? '')
  const firstData = above.findIndex((cell) => !isTitle(cell))
  return firstData === -1 ? above.length : firstData
}

const widthOf = (rows: Rows): number => rows.reduce((widest, { length }) => Math.max(widest, length), 0)

/**
 * The column in which most cells look right. It asks where another one has at least half as many: with old and new
 * locks side by side, taking the fuller column would be a guess about the wrong locks.
 */
export const findColumn = (rows: Rows, looksRight: (cell: string) => boolean): ColumnAnswer => {
  const width = widthOf(rows)
  const hits = Array.from({ length: width }, () => 0)
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (looksRight(cell)) hits[column] = (hits[column] ?? 0) + 1
    }
  }
  const best = Math.max(0, ...hits)
  if (best === 0) {
    const only = width === 1 ? 0 : null
    return { state: only === null ? 'none' : 'found', column: only, titleRows: 0, hits }
  }
  const column = hits.indexOf(best)
  const rivals = hits.filter((count) => count * 2 >= best).length
  return {
    state: rivals > 1 ? 'ask' : 'found',
    column,
    titleRows: countTitleRows(rows, column, looksRight),
    hits,
  }
}

/** The rows below the titles with the number they have in the file; blank ones are left out. */
export const columnCells = (
  rows: Rows,
  column: number,
  titleRows: number,
): { readonly line: number; readonly text: string }[] =>
  rows
    .map((row, index) => ({ line: index + 1, text: (row[column] ?? '').trim() }))
    .slice(titleRows)
    .filter(({ text }) => text !== '')

export interface ColumnsAnswer {
  /** By key of what was wanted; null where no column is it. */
  readonly columns: Readonly<Record<string, number | null>>
  readonly titleRows: number
}

const normal = (cell: string): string => cell.normalize('NFKC').trim().toLowerCase()

/** The row of titles may stand below a heading; one word alone is found in data too, so the fullest row is taken. */
const titlesIn = (rows: Rows, wanted: readonly WantedColumn[]): { titles: string[]; at: number } => {
  const words = wanted.flatMap(({ titles = [] }) => titles)
  const known = (row: readonly string[]): number =>
    row.filter((cell) => words.some((word) => normal(cell).includes(word))).length
  let at = 0
  for (let row = 1; row < Math.min(rows.length, lowestTitles); row += 1) {
    if (known(rows[row] ?? []) > known(rows[at] ?? [])) at = row
  }
  return { titles: (rows[at] ?? []).map(normal), at }
}

/**
 * Several columns at once, such as name and e-mail: by the titles in one of the first rows first, then, for what is
 * left, by what the cells look like. No column is given twice.
 */
export const findColumns = (rows: Rows, wanted: readonly WantedColumn[]): ColumnsAnswer => {
  const { titles, at } = titlesIn(rows, wanted)
  const taken = new Set<number>()
  const columns: Record<string, number | null> = {}
  const byTitle = (fits: (title: string, word: string) => boolean): void => {
    for (const { key, titles: words = [] } of wanted) {
      if (columns[key] != null) continue
      const found = titles.findIndex((title, at) => !taken.has(at) && words.some((word) => fits(title, word)))
      columns[key] = found === -1 ? null : found
      if (found !== -1) taken.add(found)
    }
  }
  byTitle((title, word) => title === word)
  byTitle((title, word) => title.includes(word))
  const titleRows = taken.size > 0 ? at + 1 : 0
  for (const { key, looksRight } of wanted) {
    if (columns[key] !== null) continue
    const { hits } = findColumn(rows.slice(titleRows), looksRight)
    const free = hits.map((count, at) => (taken.has(at) ? 0 : count))
    const best = Math.max(0, ...free)
    if (best === 0) continue
    const found = free.indexOf(best)
    columns[key] = found
    taken.add(found)
  }
  const looks = wanted.map(({ key, looksRight }) => ({ column: columns[key] ?? null, looksRight }))
  if (titleRows > 0) return { columns, titleRows }
  const rowsAbove = looks.flatMap(({ column, looksRight }) =>
    column === null ? [] : [countTitleRows(rows, column, looksRight)],
  )
  return { columns, titleRows: rowsAbove.length === 0 ? 0 : Math.min(...rowsAbove) }
}
