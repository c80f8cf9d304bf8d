import { fail, succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import { decodeText } from '#shared/sheets/decode-text'
import type { Encoding } from '#shared/sheets/decode-text'
import { archiveKind, kindOf } from './file-kind'
import { parsePasted, parseText } from '#shared/sheets/parse-text'
import type { ParsedText } from '#shared/sheets/parse-text'
import { cellKey, plainSheet, sheetFailure, sheetLimits } from '../sheet'
import type { Sheet, SheetFailure, SheetProgress } from '../sheet'
import { Refusal } from './read-error'
import { readWorkbook } from './workbook'
import { findMainPart, openPackage } from './workbook-parts'
import { listZip } from './zip'

export interface ParseRequest {
  readonly fileName: string
  /** The bytes of a file, or pasted text. */
  readonly content: Uint8Array | string
  /** A sheet name in the workbook; null for the first non-empty sheet. */
  readonly sheet: string | null
  /** The encoding of a text file that the user chose; detected by default. */
  readonly encoding?: Encoding | null
}

const bounded = (sheet: Omit<Sheet, 'width'>): Outcome<Sheet, SheetFailure> => {
  const { rows } = sheet
  if (rows.length > sheetLimits.rows) {
    return fail(sheetFailure('too-many-rows', `${String(rows.length)} rows`))
  }
  let [width, cells, characters] = [0, 0, 0]
  for (const row of rows) {
    width = Math.max(width, row.length)
    cells += row.length
    for (const cell of row) characters += cell.length
  }
  if (characters === 0) return fail(sheetFailure('empty', 'no cell has any text'))
  if (cells > sheetLimits.cells) return fail(sheetFailure('too-many-cells', `${String(cells)} cells`))
  if (characters > sheetLimits.characters) {
    return fail(sheetFailure('expands-too-far', `${String(characters)} characters`))
  }
  return succeed({ ...sheet, width })
}

const ofText = ({ rows, separator, problems }: ParsedText) => ({
  ...plainSheet,
  rows,
  separator,
  problems: new Map(problems.map(({ row, column, problem }) => [cellKey(row, column), problem])),
})

const parseArchive = async (
  { fileName, content, sheet }: ParseRequest & { readonly content: Uint8Array },
  onProgress: (progress: SheetProgress) => void,
): Promise<Outcome<Sheet, SheetFailure>> => {
  try {
    const entries = listZip(content)
    const parts = openPackage(content, entries)
    const mainPart = await findMainPart(parts)
    if (mainPart?.endsWith('.bin') === true) return fail(sheetFailure('old-excel', fileName))
    if (mainPart === null) return fail(sheetFailure(archiveKind(entries), fileName))
    const workbook = await readWorkbook(parts, mainPart, sheet, onProgress)
    return bounded({ fileName, ...plainSheet, ...workbook, separator: null })
  } catch (error) {
    if (error instanceof Refusal) return fail(error.failure)
    throw error
  }
}

const parse = async (
  request: ParseRequest,
  onProgress: (progress: SheetProgress) => void,
): Promise<Outcome<Sheet, SheetFailure>> => {
  const { fileName, content, encoding = null } = request
  if (content.length > sheetLimits.bytes) return fail(sheetFailure('too-large', String(content.length)))
  if (typeof content === 'string') return bounded({ fileName, ...ofText(parsePasted(content)) })
  if (content.length === 0) return fail(sheetFailure('empty', 'the file has no bytes'))
  const kind = kindOf(content)
  if (kind === 'zip') return parseArchive({ ...request, content }, onProgress)
  if (kind !== 'text') return fail(sheetFailure(kind, fileName))
  const decoded = decodeText(content, encoding)
  if (!decoded.ok) return decoded
  const { text, ...known } = decoded.value
  return bounded({ fileName, ...ofText(parseText(text)), ...known })
}

const readableName = /\.(?:xlsx|xlsm|xltx|xltm|csv|tsv|txt)$/i

/** Reads a file or pasted text as rows of cells. It blocks its thread: `readSheet` runs it in a worker. */
export const parseFile = async (
  request: ParseRequest,
  onProgress: (progress: SheetProgress) => void = () => undefined,
): Promise<Outcome<Sheet, SheetFailure>> => {
  const parsed = await parse(request, onProgress)
  // The type that the name says is supported: the file is damaged, or another one with this name.
  const isMisnamed = !parsed.ok && parsed.error.code === 'unknown-kind' && readableName.test(request.fileName)
  return isMisnamed ? fail(sheetFailure('not-as-named', request.fileName)) : parsed
}
