import type { Failure } from '#shared/outcome'
import type { CellProblem } from '#shared/sheets/cell-problem'
import type { Encoding } from '#shared/sheets/decode-text'

export type { CellProblem }

/** What is known of a sheet's cells besides their text. Rows and columns count from 0. */
export interface SheetMarks {
  /**
   * By `cellKey`. The text of such a cell is never empty: it is the error (`#N/A`), or the formula (`=A2&B2`)
   * whose result is not in the file.
   */
  readonly problems: ReadonlyMap<number, CellProblem>
  /** What the spreadsheet program shows where that has other digits than the text, by `cellKey`. */
  readonly shownAs: ReadonlyMap<number, string>
  /** Non-blank rows that a filter or a person has hidden. */
  readonly hiddenRows: readonly number[]
  readonly hiddenColumns: readonly number[]
}

export const noSheetMarks: SheetMarks = {
  problems: new Map(),
  shownAs: new Map(),
  hiddenRows: [],
  hiddenColumns: [],
}

/** What only a workbook or an unmarked file has. */
export const plainSheet = {
  ...noSheetMarks,
  sheets: [],
  sheet: null,
  otherSheets: [],
  encoding: null,
  uncertainWords: null,
} as const

/** Excel's own limit. */
export const maxColumns = 16_384

export const cellKey = (row: number, column: number): number => row * maxColumns + column

/** Pasted text, or one sheet of a file, as text. */
export interface Sheet extends SheetMarks {
  /** Empty for pasted text. */
  readonly fileName: string
  /** The names of a workbook's sheets, and the name of this one; empty and null for text. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /** The other sheets that contain shell numbers. */
  readonly otherSheets: readonly string[]
  /**
   * Row n of the file is `rows[n - 1]`: blank rows are included, trailing ones are not. A row may be shorter
   * than `width`. Numbers have no exponent, dates look like `2027-03-31`, a merged cell has its text in its
   * first cell only.
   */
  readonly rows: readonly (readonly string[])[]
  readonly width: number
  /** The encoding of a text file; null for a workbook or pasted text. */
  readonly encoding: Encoding | null
  /** Words that show whether a guessed encoding is right; null if there is no doubt. */
  readonly uncertainWords: readonly string[] | null
  readonly separator: string | null
}

/** The sheet without its hidden rows, which are blank, so that the numbers of the others do not change. */
export const withoutHiddenRows = (sheet: Sheet): Sheet => {
  if (sheet.hiddenRows.length === 0) return sheet
  const hidden = new Set(sheet.hiddenRows)
  return { ...sheet, rows: sheet.rows.map((row, at) => (hidden.has(at) ? [] : row)) }
}

const hasText = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== ''

/** Whether a row below the titles has text in one of these columns. */
export const hasRowsBelow = (
  { rows }: Pick<Sheet, 'rows'>,
  columns: readonly (number | null)[],
  titleRows: number,
): boolean => rows.some((row, at) => at >= titleRows && columns.some((column) => hasText(row[column ?? -1])))

/** The number of rows below the titles whose text stands in other columns only: nothing of them is used. */
export const unusedRowCount = (
  { rows }: Pick<Sheet, 'rows'>,
  columns: readonly (number | null)[],
  titleRows: number,
): number =>
  rows
    .slice(titleRows)
    .filter((row) => row.some(hasText) && !columns.some((column) => hasText(row[column ?? -1]))).length

/** Why a file could not be read as a sheet; `explainSheetFailure` has the texts. */
export type SheetFailureCode =
  | 'too-large'
  /** The file is small, but would exhaust the memory once unpacked. */
  | 'expands-too-far'
  | 'too-many-rows'
  | 'too-many-cells'
  | 'empty'
  | 'old-excel'
  | 'open-document'
  | 'numbers-document'
  | 'pdf'
  | 'picture'
  | 'web-page'
  | 'password'
  | 'damaged'
  | 'unknown-kind'
  /** The name is that of a sheet or a text, and the content is none. */
  | 'not-as-named'
  | 'encoding'
  /** The file could not be read from the disk. */
  | 'unreadable'
  | 'no-such-sheet'
  | 'cancelled'
  | 'internal'

export type SheetFailure = Failure<SheetFailureCode>

/** The progress: bytes while the file is opened, then rows. */
export interface SheetProgress {
  readonly stage: 'opening' | 'rows'
  readonly done: number
  readonly of: number
}

export const sheetLimits = {
  bytes: 50 * 1024 * 1024,
  /** The size of the parts that are read of a workbook, once unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  rows: 200_000,
  /** Cells up to the last non-empty one of each row; empty ones count, because they use memory too. */
  cells: 5_000_000,
  /** Characters in all cells: a workbook may repeat one long text many times. */
  characters: 100_000_000,
} as const

export const sheetFailure = (code: SheetFailureCode, message: string): SheetFailure => ({ code, message })
