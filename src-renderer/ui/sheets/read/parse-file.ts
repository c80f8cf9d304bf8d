import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { decodeText } from '#shared/sheets/decode-text'
import { archiveKind, kindOf } from './file-kind'
import { parsePasted, parseText } from '#shared/sheets/parse-text'
import { sheetFailure, sheetLimits } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import { readWorkbook } from './workbook'
import { listZip } from './zip'

export interface ParseRequest {
  readonly fileName: string
  /** The bytes of a file, or pasted text. */
  readonly content: Uint8Array | string
  /** A sheet name in the workbook; null for the first non-empty sheet. */
  readonly sheet: string | null
}

const bounded = (sheet: Omit<Sheet, 'width'>): Outcome<Sheet, SheetFailure> => {
  const { rows } = sheet
  if (rows.length > sheetLimits.rows) {
    return fail(sheetFailure('too-many-rows', `${String(rows.length)} rows`))
  }
  let width = 0
  let characters = 0
  for (const row of rows) {
    width = Math.max(width, row.length)
    for (const cell of row) characters += cell.length
  }
  if (characters === 0) return fail(sheetFailure('empty', 'no cell has any text'))
  if (characters > sheetLimits.characters) {
    return fail(sheetFailure('expands-too-far', `${String(characters)} characters`))
  }
  return succeed({ ...sheet, width })
}

const noWorkbook = { sheets: [], sheet: null }

/** Reads a file or pasted text as rows of cells. It blocks its thread: `readSheet` runs it in a worker. */
export const parseFile = async (
  { fileName, content, sheet }: ParseRequest,
  onProgress: (progress: SheetProgress) => void = () => undefined,
): Promise<Outcome<Sheet, SheetFailure>> => {
  if (content.length > sheetLimits.bytes) return fail(sheetFailure('too-large', String(content.length)))
  if (typeof content === 'string') {
    return bounded({ fileName, ...noWorkbook, ...parsePasted(content), encoding: null })
  }
  if (content.length === 0) return fail(sheetFailure('empty', 'the file has no bytes'))
  const kind = kindOf(content)
  if (kind === 'zip') {
    const entries = listZip(content)
    if (!entries.ok) return entries
    const archive = archiveKind(entries.value)
    if (archive !== 'workbook') return fail(sheetFailure(archive, fileName))
    const workbook = await readWorkbook(content, entries.value, sheet, onProgress)
    if (!workbook.ok) return workbook
    return bounded({ fileName, ...workbook.value, encoding: null, separator: null })
  }
  if (kind !== 'text') return fail(sheetFailure(kind, fileName))
  const decoded = decodeText(content)
  if (!decoded.ok) return decoded
  return bounded({
    fileName,
    ...noWorkbook,
    ...parseText(decoded.value.text),
    encoding: decoded.value.encoding,
  })
}
