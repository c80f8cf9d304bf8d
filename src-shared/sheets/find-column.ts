import { isCellProblem } from './cell-problem'
import { normalized } from '../normalized'

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

/** A title has few digits; a row with an invalid number has many. An error or a formula is data. */
const isTitle = (cell: string): boolean => (cell.match(/\p{Nd}/gu) ?? []).length < 5 && !isCellProblem(cell)
const normalizeTitle = (cell: string): string => normalized(cell).trim().toLowerCase().replace(/\s+/g, ' ')

/** Titles follow at most a heading, its date and a blank row; further down the rows are data. */
const lowestTitles = 5
/** A known title may also follow notes. */
const lowestKnownTitle = 10

/** Titles of columns of numbers, lower case, without signs at their ends. */
const numberTitles = new Set(
  [
    ['number', 'numbers', 'no', 'nr', 'num', '#', 'sn', 's/n', 'id', 'serial', 'serial number', 'serial no'],
    ['lock', 'locks', 'lock number', 'lock no', 'shell', 'shell number', 'shell numbers', 'shell no'],
    ['asset', 'assets', 'asset number', 'asset no', 'asset num', 'usb key', 'key', 'key number', 'dongle'],
    [
      '壳号',
      '外壳号',
      '外壳编号',
      '锁号',
      '锁',
      '编号',
      '号码',
      '序号',
      '序列号',
      '资产编号',
      '资产号',
      '设备编号',
      '设备号',
    ],
  ].flat(),
)
export const isNumberTitle = (cell: string): boolean =>
  numberTitles.has(normalizeTitle(cell).replace(/[\s.:：*()]+$/u, ''))

const isFilled = (cell: string): boolean => cell.trim() !== ''

/**
 * The number of title rows above a column's data, to the row with the titles: one whose cell is a known title, otherwise
 * the first row above the first matching cell that fills another column, or any row, where none does. Below the titles a
 * text is data: what cannot be read is shown, not skipped. So is an invalid number in the first row.
 */
export const countTitleRows = (rows: Rows, column: number, isMatch: (cell: string) => boolean): number => {
  const cellOf = (row: readonly string[]): string => row[column] ?? ''
  const first = rows.findIndex((row) => isMatch(cellOf(row)))
  if (first <= 0) return 0
  const known = rows
    .slice(0, Math.min(first, lowestKnownTitle))
    .findIndex((row) => isNumberTitle(cellOf(row)))
  if (known !== -1) return known + 1
  const above = rows.slice(0, Math.min(first, lowestTitles))
  const firstData = above.findIndex((row) => !isTitle(cellOf(row)))
  const titles = firstData === -1 ? above : above.slice(0, firstData)
  const wide = titles.findIndex((row) => row.some((cell, at) => at !== column && isFilled(cell)))
  return 1 + (wide === -1 ? titles.findIndex((row) => row.some(isFilled)) : wide)
}

const widthOf = (rows: Rows): number => rows.reduce((widest, { length }) => Math.max(widest, length), 0)

/**
 * Finds the visible column with the most matching cells. Its state is `ask` if another column, visible or not, has
 * at least half as many: with old and new locks side by side, guessing could pick the wrong locks.
 */
export const findColumn = (
  rows: Rows,
  isMatch: (cell: string) => boolean,
  hiddenColumns: readonly number[] = [],
): ColumnMatch => {
  const width = widthOf(rows)
  const hits = Array.from({ length: width }, () => 0)
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      if (isMatch(cell)) hits[column] = (hits[column] ?? 0) + 1
    }
  }
  const hidden = new Set(hiddenColumns)
  const best = hits.reduce((most, count, column) => (hidden.has(column) ? most : Math.max(most, count)), 0)
  if (best === 0) {
    const isOnlyHidden = hits.some((count) => count > 0)
    const only = width === 1 && hidden.size === 0 ? 0 : null
    const state = isOnlyHidden ? 'ask' : only === null ? 'none' : 'found'
    return { state, column: only, titleRows: 0, hits }
  }
  const column = hits.findIndex((count, at) => count === best && !hidden.has(at))
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
  /** By the key of the specs column; null if no column matches, or if it is unclear which one does. */
  readonly columns: Readonly<Record<string, number | null>>
  readonly titleRows: number
  /** The columns of a key among which a person must choose: equal titles, or only hidden ones. Absent if none. */
  readonly unclear?: Readonly<Record<string, readonly number[]>>
}

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

const exactMatch = 2
/** Another title that matches this well compared with the best one is as likely to be meant. */
const nearlyAsGood = 0.75

/** How well a title matches: 2 for a known one, otherwise the share of it that known words cover. */
const scoreOf = (title: string, words: readonly string[]): number => {
  if (words.includes(title)) return exactMatch
  const isCovered = Array.from(title, () => false)
  for (const word of words) {
    const at = title.indexOf(word)
    if (at !== -1) isCovered.fill(true, at, at + word.length)
  }
  return isCovered.filter(Boolean).length / Math.max(1, title.length)
}

interface Candidate {
  readonly key: string
  readonly column: number
  readonly score: number
}

/** Assigns columns by their titles, the best match first. Equal ones and hidden ones are left to a person. */
const matchTitles = (
  titles: readonly string[],
  specs: readonly ColumnSpec[],
  hidden: ReadonlySet<number>,
) => {
  const candidates: Candidate[] = specs
    .flatMap(({ key, titles: words = [] }) =>
      titles.map((title, column) => ({ key, column, score: scoreOf(title, words) })),
    )
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const found = new Map<string, number>()
  const unclear = new Map<string, readonly number[]>()
  const used = new Set<number>()
  const isFree = ({ key, column }: Candidate): boolean =>
    !used.has(column) && !found.has(key) && !unclear.has(key)
  /** The columns that are as likely for its key, and not more likely for another. */
  const equalsOf = ({ key, score }: Candidate): number[] =>
    candidates
      .filter((one) => one.key === key && isFree(one) && !hidden.has(one.column))
      .filter((one) => (score === exactMatch ? one.score === exactMatch : one.score >= score * nearlyAsGood))
      .filter(({ column, score: own }) =>
        candidates.every((one) => one.column !== column || one.key === key || one.score <= own),
      )
      .map(({ column }) => column)
  for (const candidate of candidates) {
    if (hidden.has(candidate.column) || !isFree(candidate)) continue
    const equals = equalsOf(candidate)
    if (equals.length > 1) unclear.set(candidate.key, equals)
    else found.set(candidate.key, candidate.column)
    for (const column of equals.length > 1 ? equals : [candidate.column]) used.add(column)
  }
  for (const candidate of candidates) {
    if (!hidden.has(candidate.column) || !isFree(candidate)) continue
    unclear.set(candidate.key, [candidate.column])
    used.add(candidate.column)
  }
  return { found, unclear, used }
}

/**
 * Finds several columns at once, such as name and mobile number: first by the titles in the first rows, then the
 * remaining ones by their cells. No column is used twice, and no hidden one without asking.
 */
export const findColumns = (
  rows: Rows,
  specs: readonly ColumnSpec[],
  hiddenColumns: readonly number[] = [],
): ColumnsMatch => {
  const { titles, at } = titlesIn(rows, specs)
  const hidden = new Set(hiddenColumns)
  const { found, unclear, used } = matchTitles(titles, specs, hidden)
  const titleRows = used.size > 0 ? at + 1 : 0
  const columns: Record<string, number | null> = {}
  for (const { key, isMatch } of specs) {
    columns[key] = found.get(key) ?? null
    if (found.has(key) || unclear.has(key)) continue
    const { hits } = findColumn(rows.slice(titleRows), isMatch)
    const free = hits.map((count, column) => (used.has(column) || hidden.has(column) ? 0 : count))
    const best = Math.max(0, ...free)
    if (best === 0) continue
    const column = free.indexOf(best)
    columns[key] = column
    used.add(column)
  }
  const unclearColumns = unclear.size === 0 ? {} : { unclear: Object.fromEntries(unclear) }
  if (titleRows > 0) return { columns, titleRows, ...unclearColumns }
  const rowsAbove = specs.flatMap(({ key, isMatch }) => {
    const column = columns[key] ?? null
    return column === null ? [] : [countTitleRows(rows, column, isMatch)]
  })
  return { columns, titleRows: rowsAbove.length === 0 ? 0 : Math.min(...rowsAbove), ...unclearColumns }
}
