import { readSheet } from 'read-excel-file/universal'
import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { sheetFailure, sheetLimits } from './sheet'
import type { SheetFailure, SheetProgress } from './sheet'
import { unpackEntry } from './zip'
import type { ZipEntry } from './zip'
import { packStored } from './zip-write'

/** What a sheet is read from; drawings, themes and caches are left packed. */
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
  Array.from(workbook.matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g), ([, attributes = '']) => ({
    name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    isHidden: /\bstate="(?:hidden|veryHidden)"/.test(attributes),
  })).filter(({ name }) => name !== '')

/** Excel's own bounds; a place outside them is no mistake of a person. */
const lastRow = 1_048_576
const lastColumn = 16_384

const columnNumber = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** A reader fills the places before a cell: one cell far out can cost more memory than there is. */
const extentFailure = (xml: string): SheetFailure | null => {
  let rows = 0
  let columns = 0
  for (const [, row = ''] of xml.matchAll(/<(?:\w+:)?row\s(?:[^>]*?\s)?r="(\d+)"/g)) {
    if (Number(row) > lastRow) return sheetFailure('damaged', `row ${row}`)
  }
  // A cell without a value ends in `/>`.
  for (const [, column = '', row = ''] of xml.matchAll(
    /<(?:\w+:)?c\s(?:[^>]*?\s)?r="([A-Z]+)(\d+)"(?:[^>]*[^/])?>/g,
  )) {
    rows = Math.max(rows, Number(row))
    columns = Math.max(columns, columnNumber(column))
  }
  if (rows > lastRow || columns > lastColumn) return sheetFailure('damaged', `a cell in row ${String(rows)}`)
  return rows * columns > sheetLimits.cells
    ? sheetFailure('too-many-rows', `${String(rows)} × ${String(columns)} cells`)
    : null
}

/** `8.000000017E9`, as some programs write whole numbers, is 8000000017; fractions stay as they are written. */
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

/** One sheet of an XLSX workbook: the named one, or the first visible one with anything in it. */
export const readWorkbook = async (
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  wanted: string | null,
  onProgress: (progress: SheetProgress) => void,
): Promise<
  Outcome<{ readonly sheets: string[]; readonly sheet: string; readonly rows: string[][] }, SheetFailure>
> => {
  const unpacked = await unpackAll(bytes, entries, onProgress)
  if (!unpacked.ok) return unpacked
  const files = unpacked.value
  const text = (path: string): string => new TextDecoder().decode(files.get(path))
  for (const path of files.keys()) {
    const failure = path.startsWith('xl/worksheets/') ? extentFailure(text(path)) : null
    if (failure !== null) return fail(failure)
  }
  const named = sheetsIn(text('xl/workbook.xml'))
  const sheets = named.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  if (wanted !== null && !sheets.includes(wanted)) return fail(sheetFailure('no-such-sheet', wanted))
  const archive = (await packStored(files)).buffer
  const tried = wanted === null ? sheets : [wanted]
  try {
    for (const sheet of tried) {
      const data = (await readSheet(archive, sheet, { parseNumber: plainNumber })) as unknown[][] | undefined
      // A sheet that is only a chart has no rows.
      const rows = (data ?? []).map((row) => row.map(cellText))
      if (hasText(rows) || wanted !== null) return succeed({ sheets, sheet, rows })
    }
  } catch (error) {
    return fail(sheetFailure('damaged', String(error)))
  }
  return fail(sheetFailure('empty', 'no sheet has any text'))
}
