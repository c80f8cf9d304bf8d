import Papa from 'papaparse'
import { escapeFormulas } from '#shared/sheets/formula-text'

/** The exported table: titles and rows of the same width. Strings are written as text; numbers stay numeric. */
export interface Table {
  readonly sheetName: string
  readonly titles: readonly string[]
  /** In characters. */
  readonly widths: readonly number[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Spreadsheets round numbers this long or drop their leading zeros. */
const fragileNumber = /^(?:\d{10,}|0\d+)$/

const textOf = (cell: string | number | null): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return fragileNumber.test(cell) ? `="${cell}"` : escapeFormulas(cell)
}

/**
 * RFC 4180 in UTF-8 with the byte order mark that Excel needs. Importing the file restores escaped cells. Every
 * cell is quoted: a reader with another separator must not join two cells into a formula.
 */
export const encodeCsv = ({ titles, rows }: Table): Uint8Array<ArrayBuffer> => {
  const cells = [titles, ...rows].map((row) => row.map(textOf))
  return new TextEncoder().encode(`\ufeff${Papa.unparse(cells, { quotes: true, newline: '\r\n' })}\r\n`)
}
