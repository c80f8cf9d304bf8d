import { isErrorText } from '#shared/sheets/cell-problem'
import { Refusal } from './read-error'
import { createTextCollector, unescapeText } from './shared-strings'
import { readXml } from './xml'
import { cellKey, maxColumns, sheetLimits } from '../sheet'
import type { CellProblem, SheetMarks } from '../sheet'
import type { NumberText } from './number-formats'

/** What the cells of a workbook refer to. */
export interface CellContext {
  readonly strings: readonly string[]
  readonly textOfNumber: (style: number, written: string) => NumberText
  /** The stored results of formulas may be placeholders. */
  readonly isUncalculated: boolean
}

export interface WorksheetRows extends SheetMarks {
  readonly rows: string[][]
}

/** Excel's own limit; only a damaged or crafted file has rows beyond it. */
const lastRow = 1_048_576
/** The part of a formula that is shown in place of its missing result. */
const maxFormulaLength = 100
/** Heights and widths below this cannot be seen: points, and characters. */
const visibleHeight = 1
const visibleWidth = 0.1

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

const columnNumber = (letters: string): number => {
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) & 0x1f)
  return column
}

interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
  hasValue: boolean
  formula: string | null
}

const isTextType = (type: string): boolean => type === 'str' || type === 'inlineStr'

/** Whether a cell has a formula without its result. */
const lacksResult = (
  { type, value, hasValue, formula }: Cell,
  inline: string,
  isUncalculated: boolean,
): boolean => {
  const written = value.trim()
  const isMissing = isTextType(type) ? !hasValue && inline === '' : written === ''
  return formula !== null && (isMissing || (isUncalculated && written === '0'))
}

/** The text of a cell, and why it is none. */
const textOf = (
  cell: Cell,
  inline: string,
  { strings, textOfNumber, isUncalculated }: CellContext,
): NumberText & { readonly problem: CellProblem | null } => {
  const { type, value, formula } = cell
  const fine = (text: string) => ({ text, shownAs: null, problem: null })
  // A program that stores an error as a text means the error.
  const ofText = (text: string) => ({
    ...fine(text),
    problem: isErrorText(text.trim()) ? ('error' as const) : null,
  })
  const written = value.trim()
  if (type === 'e') return { text: written || '#ERROR!', shownAs: null, problem: 'error' }
  if (formula !== null && lacksResult(cell, inline, isUncalculated)) {
    return { text: `=${formula.slice(0, maxFormulaLength)}`, shownAs: null, problem: 'no-result' }
  }
  if (inline !== '') return ofText(inline)
  if (isTextType(type)) return ofText(unescapeText(value))
  if (written === '') return fine('')
  if (type === 's') {
    const text = strings[Number(written)]
    if (text === undefined) throw new Refusal('damaged', `no shared string ${written}`)
    return ofText(text)
  }
  if (type === 'b') return fine(isOn(written) ? 'TRUE' : 'FALSE')
  if (type === 'd') return fine(written.replace(/T?(?:00:00:00(?:\.0+)?)?Z?$/, '').replace('T', ' '))
  return { ...textOfNumber(cell.style, written), problem: null }
}

/** Collects the rows; each limit is checked as soon as a cell exceeds it. */
const createRows = () => {
  const rows: string[][] = []
  const problems = new Map<number, CellProblem>()
  const shownAs = new Map<number, string>()
  const hiddenRows: number[] = []
  const blank: string[] = []
  let [cells, characters] = [0, 0]

  const rowAt = (row: number): string[] => {
    if (row >= sheetLimits.rows) throw new Refusal('too-many-rows', `row ${String(row + 1)}`)
    while (rows.length < row) rows.push(blank)
    const existing = rows[row]
    if (existing !== undefined && existing !== blank) return existing
    return (rows[row] = [])
  }
  const set = (row: number, column: number, found: ReturnType<typeof textOf>): void => {
    const line = rowAt(row)
    if ((line[column] ?? '') !== '') throw new Refusal('damaged', `two cells in row ${String(row + 1)}`)
    cells += Math.max(0, column + 1 - line.length)
    characters += found.text.length
    if (cells > sheetLimits.cells) throw new Refusal('too-many-cells', `${String(cells)} cells`)
    if (characters > sheetLimits.characters) {
      throw new Refusal('expands-too-far', `${String(characters)} characters`)
    }
    while (line.length < column) line.push('')
    line[column] = found.text
    if (found.problem !== null) problems.set(cellKey(row, column), found.problem)
    if (found.shownAs !== null) shownAs.set(cellKey(row, column), found.shownAs)
  }
  const hide = (row: number): void => {
    if (rows[row] !== undefined && rows[row] !== blank) hiddenRows.push(row)
  }
  return { rows, problems, shownAs, hiddenRows, set, hide }
}

/** The columns that cannot be seen, from `cols`; later ones are not of interest. */
const createColumns = () => {
  const ranges: { readonly min: number; readonly max: number; readonly isHidden: boolean }[] = []
  let isHiddenByDefault = false
  return {
    open: (element: string, attributes: Readonly<Record<string, string>>): void => {
      const { min = '', max = min, width = '', hidden, defaultColWidth = '' } = attributes
      if (element === 'sheetFormatPr')
        isHiddenByDefault = defaultColWidth !== '' && Number(defaultColWidth) <= 0
      if (element !== 'col') return
      const isHidden = isOn(hidden) || (width !== '' && Number(width) <= visibleWidth)
      if (ranges.length < maxColumns) ranges.push({ min: Number(min) - 1, max: Number(max) - 1, isHidden })
    },
    hiddenUpTo: (width: number): number[] =>
      Array.from({ length: width }, (_, column) => column).filter(
        (column) =>
          ranges.find(({ min, max }) => min <= column && column <= max)?.isHidden ?? isHiddenByDefault,
      ),
  }
}

/** Tracks the position of rows and cells, which need not name it. */
const createPosition = () => {
  let [row, column, hasRow] = [-1, -1, false]
  return {
    openRow: (r: string | undefined): void => {
      const number = r === undefined ? row + 2 : Number(r)
      if (!Number.isInteger(number) || number < 1 || number > lastRow) {
        throw new Refusal('damaged', `row ${String(r)}`)
      }
      row = number - 1
      column = -1
      hasRow = r !== undefined
    },
    openCell: (r: string | undefined): number => {
      column += 1
      if (r !== undefined) {
        const [, letters = '', digits = ''] = /^\$?([A-Z]{1,4})\$?(\d{1,8})$/i.exec(r.trim()) ?? []
        const number = Number(digits)
        if (letters === '' || number < 1 || number > lastRow || (hasRow && number - 1 !== row)) {
          throw new Refusal('damaged', `cell ${r.slice(0, 20)}`)
        }
        row = number - 1
        hasRow = true
        column = columnNumber(letters) - 1
      }
      if (column >= maxColumns) throw new Refusal('damaged', `column ${String(column + 1)}`)
      return column
    },
    row: (): number => row,
  }
}

/**
 * Reads the cells of a sheet with what marks them. Throws a `Refusal`.
 * @param isEnough asked with each text; after true, the rest is not read
 */
export const readWorksheet = async (
  pieces: AsyncIterable<Uint8Array>,
  context: CellContext,
  {
    onPiece,
    isEnough,
  }: { readonly onPiece?: (bytes: number) => void; readonly isEnough?: (text: string) => boolean } = {},
): Promise<WorksheetRows> => {
  const collected = createRows()
  const columns = createColumns()
  const position = createPosition()
  const collector = createTextCollector()
  let [isInData, isHiddenRow, inside, isDone] = [false, false, '', false]
  let cell: Cell | null = null

  const openCell = ({ r, t = 'n', s = '0' }: Readonly<Record<string, string>>): void => {
    cell = {
      column: position.openCell(r),
      type: t,
      style: Number(s),
      value: '',
      hasValue: false,
      formula: null,
    }
  }
  const openRow = ({ r, hidden, ht = '' }: Readonly<Record<string, string>>): void => {
    position.openRow(r)
    isHiddenRow = isOn(hidden) || (ht !== '' && Number(ht) <= visibleHeight)
  }
  const closeCell = (closed: Cell): void => {
    const read = textOf(closed, collector.take(), context)
    const found = { ...read, text: read.text.trim().replace(/^'(?=\d)/, '') }
    cell = null
    if (found.text === '') return
    collected.set(position.row(), closed.column, found)
    if (isEnough?.(found.text) === true) isDone = true
  }
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      onPiece?.(piece.length)
      yield piece
    }
  }
  await readXml(counted(), {
    open: (element, attributes) => {
      if (!isInData) {
        if (element === 'sheetData') isInData = true
        else columns.open(element, attributes)
      } else if (element === 'row') openRow(attributes)
      else if (element === 'c') openCell(attributes)
      else if (element === 'v' || element === 'f') {
        inside = element
        if (cell !== null && element === 'v') cell.hasValue = true
        if (cell !== null && element === 'f') cell.formula ??= ''
      } else collector.open(element)
    },
    text: (text) => {
      if (cell === null) return
      if (inside === 'v') cell.value += text
      else if (inside === 'f') cell.formula = (cell.formula ?? '') + text
      else collector.add(text)
    },
    close: (element) => {
      if (!isInData) return
      if (element === 'c' && cell !== null) closeCell(cell)
      else if (element === 'row' && isHiddenRow) collected.hide(position.row())
      else if (element === 'sheetData') isInData = false
      else if (element === 'v' || element === 'f') inside = ''
      else collector.close(element)
    },
    isDone: () => isDone,
  })
  const { rows, problems, shownAs, hiddenRows } = collected
  const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0)
  // A sheet that is only searched needs no columns.
  const hiddenColumns = isEnough === undefined ? columns.hiddenUpTo(width) : []
  return { rows, problems, shownAs, hiddenRows, hiddenColumns }
}
