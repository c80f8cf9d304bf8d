import { readSheet } from 'read-excel-file/universal'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sheetFailure, sheetLimits } from '../sheet'
import type { SheetFailure, SheetProgress } from '../sheet'
import { unpackEntry } from './zip'
import type { ZipEntry } from './zip'
import { packStored } from '../write/zip-write'

/** The parts needed to read a sheet; drawings, themes and caches stay packed. */
const isNeeded = (path: string): boolean =>
  /\.xml(?:\.rels)?$/.test(path) &&
  /^xl\/(?!drawings|theme|charts|pivot|comments|external|persons|threaded|media|queryTables)/.test(path)

const lastCodePoint = 0x10ffff

const unescapeXml = (text: string): string =>
  text
    .replace(/&#(x?)([0-9a-f]+);/gi, (written, hex: string, code: string) => {
      const point = Number.parseInt(code, hex === '' ? 10 : 16)
      return point <= lastCodePoint ? String.fromCodePoint(point) : written
    })
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')

interface NamedSheet {
  readonly name: string
  readonly isHidden: boolean
}

const sheetsIn = (workbook: string): NamedSheet[] =>
  Array.from(workbook.matchAll(/<(?:\w+:)?sheet\s([^<>]*)>/g), ([, attributes = '']) => ({
    name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    isHidden: /\bstate="(?:hidden|veryHidden)"/.test(attributes),
  })).filter(({ name }) => name !== '')

/** Excel's own limits; only a damaged or crafted file has cells beyond them. */
const lastRow = 1_048_576
const lastColumn = 16_384

const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * A tag that does not end, or is longer than any program writes. The reader takes time with the square of its
 * length.
 */
const isMalformed = (xml: string): boolean => /<(?!!)[^<>]*(?:<|$)|<(?!!)[^<>]{32000}/.test(xml)

/** The reader fills all cells before the last one: one distant cell can use more memory than there is. */
const extentFailure = (xml: string): SheetFailure | null => {
  let rows = 0
  let columns = 0
  // Each expression stops at the next tag and the attributes are read apart: one expression for both would take
  // time with the cube of a crafted tag's length.
  for (const [, name = '', attributes = ''] of xml.matchAll(/<(?:\w+:)?(row|c)\s([^<>]*)>/g)) {
    const [, letters = '', digits = ''] = /(?:^|\s)r="([A-Z]*)(\d+)"/.exec(attributes) ?? []
    const row = Number(digits)
    if (name === 'row' && row > lastRow) return sheetFailure('damaged', `row ${digits}`)
    // A cell without a value ends in `/>`.
    if (name === 'row' || letters === '' || attributes.endsWith('/')) continue
    rows = Math.max(rows, row)
    columns = Math.max(columns, columnNumber(letters))
  }
  if (rows > lastRow || columns > lastColumn) return sheetFailure('damaged', `a cell in row ${String(rows)}`)
  return rows * columns > sheetLimits.cells
    ? sheetFailure('too-many-rows', `${String(rows)} × ${String(columns)} cells`)
    : null
}

/** Some programs write whole numbers as `8.000000017E9`; this returns 8000000017. Fractions stay as written. */
const plainNumber = (written: string): string => {
  const number = Number(written)
  return Number.isSafeInteger(number) ? BigInt(number).toString() : written
}

const dateText = (date: Date): string =>
  Number.isNaN(date.getTime())
    ? ''
    : date
        .toISOString()
        .replace('T', ' ')
        .replace(/(?: 00:00:00)?\.\d+Z$/, '')

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return typeof cell === 'string' ? cell.replace(/^'(?=\d)/, '') : ''
}

const unpackAll = async (
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  onProgress: (progress: SheetProgress) => void,
): Promise<Outcome<Map<string, Uint8Array<ArrayBuffer>>, SheetFailure>> => {
  const needed = entries.filter(({ path }) => isNeeded(path))
  const declared = needed.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0)
  if (declared > sheetLimits.unpackedBytes) {
    return fail(sheetFailure('expands-too-far', `${String(declared)} bytes once unpacked`))
  }
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  let done = 0
  for (const entry of needed) {
    const unpacked = await unpackEntry(bytes, entry, sheetLimits.unpackedBytes - done)
    if (!unpacked.ok) return unpacked
    files.set(entry.path, unpacked.value)
    done += unpacked.value.length
    onProgress({ stage: 'opening', done, of: declared })
  }
  return succeed(files)
}

const hasText = (rows: readonly (readonly string[])[]): boolean =>
  rows.some((row) => row.some((cell) => cell !== ''))

/** Reads one sheet of an XLSX workbook: the named one, or the first visible non-empty one. */
export const readWorkbook = async (
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  sheetName: string | null,
  onProgress: (progress: SheetProgress) => void,
): Promise<
  Outcome<{ readonly sheets: string[]; readonly sheet: string; readonly rows: string[][] }, SheetFailure>
> => {
  const unpacked = await unpackAll(bytes, entries, onProgress)
  if (!unpacked.ok) return unpacked
  const files = unpacked.value
  const text = (path: string): string => new TextDecoder().decode(files.get(path))
  for (const path of files.keys()) {
    if (isMalformed(text(path))) return fail(sheetFailure('damaged', `${path}: a tag does not end`))
    const failure = path.startsWith('xl/worksheets/') ? extentFailure(text(path)) : null
    if (failure !== null) return fail(failure)
  }
  const named = sheetsIn(text('xl/workbook.xml'))
  const sheets = named.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  if (sheetName !== null && !sheets.includes(sheetName)) return fail(sheetFailure('no-such-sheet', sheetName))
  const archive = (await packStored(files)).buffer
  const tried = sheetName === null ? sheets : [sheetName]
  try {
    for (const sheet of tried) {
      const data = (await readSheet(archive, sheet, { parseNumber: plainNumber })) as unknown[][] | undefined
      // A chart sheet has no rows.
      const rows = (data ?? []).map((row) => row.map(cellText))
      if (hasText(rows) || sheetName !== null) return succeed({ sheets, sheet, rows })
    }
  } catch (error) {
    return fail(sheetFailure('damaged', String(error)))
  }
  return fail(sheetFailure('empty', 'no sheet has any text'))
}
