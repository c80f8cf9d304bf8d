import { columnCells } from '#shared/sheets/find-column'
import { cellKey } from '../sheet'
import type { CellProblem, Sheet } from '../sheet'

/** Where a number of a file comes from. */
export interface CellSource {
  /** The row of the file, from 1. */
  readonly line: number
  /** Why the cell has no value; its text is the error or the formula. */
  readonly problem: CellProblem | null
  /** What the spreadsheet program shows, if its digits differ from the text. */
  readonly shownAs: string | null
}

export interface NumberCell {
  readonly text: string
  readonly source: CellSource
}

/** The non-blank cells of a column below the titles. */
export const numberCells = (sheet: Sheet, column: number, titleRows: number): readonly NumberCell[] =>
  columnCells(sheet.rows, column, titleRows).map(({ line, text }) => {
    const key = cellKey(line - 1, column)
    return {
      text,
      source: { line, problem: sheet.problems.get(key) ?? null, shownAs: sheet.shownAs.get(key) ?? null },
    }
  })

/** Whether a person must look at the sheet before its numbers are used, although their column is clear. */
export const mustAsk = ({ uncertainWords, otherSheets, hiddenRows }: Sheet): boolean =>
  uncertainWords !== null || otherSheets.length > 0 || hiddenRows.length > 0
