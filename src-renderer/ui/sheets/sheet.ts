import type { Failure } from '#shared/outcome'
import type { Encoding } from '#shared/sheets/decode-text'

/** Pasted text, or one sheet of a file, as text. */
export interface Sheet {
  /** Empty for pasted text. */
  readonly fileName: string
  /** The names of a workbook's sheets, and the name of this one; empty and null for text. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /**
   * Row n of the file is `rows[n - 1]`: blank rows are included, trailing ones are not. A row may be shorter
   * than `width`. Numbers have no exponent, dates look like `2027-03-31`, a merged cell has its text in its
   * first cell only.
   */
  readonly rows: readonly (readonly string[])[]
  readonly width: number
  /** The encoding of a text file; null for a workbook or pasted text. */
  readonly encoding: Encoding | null
  readonly separator: string | null
}

/** Why a file could not be read as a sheet; `explainSheetFailure` has the texts. */
export type SheetFailureCode =
  | 'too-large'
  /** The file is small, but would exhaust the memory once unpacked. */
  | 'expands-too-far'
  | 'too-many-rows'
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
  /** The size of a workbook once unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  rows: 200_000,
  /** Cells of a sheet up to its last non-empty cell; empty ones count, because they use memory too. */
  cells: 10_000_000,
  /** Characters in all cells: a workbook may repeat one long text many times. */
  characters: 100_000_000,
} as const

export const sheetFailure = (code: SheetFailureCode, message: string): SheetFailure => ({ code, message })
