import type { Failure } from '#shared/outcome'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030'

/** What was pasted, or one sheet of a file, as text. */
export interface Sheet {
  /** The file's name; empty for what was pasted. */
  readonly fileName: string
  /** The names of a workbook's sheets, and which of them this is; none and null for text. */
  readonly sheets: readonly string[]
  readonly sheet: string | null
  /**
   * Row n of the file is `rows[n - 1]`, blank ones included and trailing ones cut; a row may be shorter than `width`.
   * Numbers are without exponent, dates as `2027-03-31`; a merged cell has its text in its first place only.
   */
  readonly rows: readonly (readonly string[])[]
  readonly width: number
  /** Of text; null for a workbook and for what was pasted. */
  readonly encoding: Encoding | null
  readonly separator: string | null
}

/** Why a file could not be read as a sheet; worded by `explainSheetFailure`. */
export type SheetFailureCode =
  | 'too-large'
  /** It is small, but would fill the memory once unpacked. */
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

/** How far the reading has come: bytes while a file is opened, then rows. */
export interface SheetProgress {
  readonly stage: 'opening' | 'rows'
  readonly done: number
  readonly of: number
}

export const sheetLimits = {
  bytes: 50 * 1024 * 1024,
  /** Of a workbook once unpacked. */
  unpackedBytes: 200 * 1024 * 1024,
  rows: 200_000,
  /** Places of a sheet up to its last cell with text, empty ones included: they take memory too. */
  cells: 10_000_000,
  /** Characters in all cells: a workbook may say one long text a thousand times. */
  characters: 100_000_000,
} as const

export const sheetFailure = (code: SheetFailureCode, message: string): SheetFailure => ({ code, message })
