import { maxRowText, normalized } from '#shared/normalized'
import { findShellNumbers } from '#shared/model/locks/shell-number'
import { Refusal } from './read-error'
import { readNumberFormats } from './number-formats'
import { readSharedStrings } from './shared-strings'
import { readWorksheet } from './worksheet'
import type { CellContext, WorksheetRows } from './worksheet'
import { readWorkbookParts } from './workbook-parts'
import type { Package, WorkbookParts } from './workbook-parts'
import type { SheetProgress } from '../sheet'

/** One sheet of a workbook, and what is known of the others. */
export interface ReadWorkbook extends WorksheetRows {
  /** The names of the visible sheets. */
  readonly sheets: readonly string[]
  readonly sheet: string
  /** The other visible sheets that contain shell numbers, as far as they were searched. */
  readonly otherSheets: readonly string[]
}

type VisibleSheet = WorkbookParts['sheets'][number]

/** Bytes of unread sheets that are searched for numbers: of one, and of all. */
const searchedOfOne = 2 * 1024 * 1024
const searchedOfAll = 16 * 1024 * 1024

/** Unread sheets that are searched. */
const maxSearched = 100

/** Whether the start of a sheet contains a shell number. A sheet that cannot be read contains none. */
const createSearch = (parts: Package, context: CellContext) => {
  let total = 0
  return async (path: string): Promise<boolean> => {
    let [found, searched] = [false, 0]
    if (total > searchedOfAll) return false
    const isEnough = (text: string): boolean => {
      found ||= findShellNumbers(normalized(text, maxRowText)).length > 0
      return found || searched > searchedOfOne
    }
    const onPiece = (bytes: number): void => {
      searched += bytes
      total += bytes
      if (searched > searchedOfOne * 2) throw new Refusal('expands-too-far', path)
    }
    try {
      await readWorksheet(parts.read(path, true), context, { isEnough, onPiece })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
    return found
  }
}

const hasText = ({ rows }: WorksheetRows): boolean => rows.some((row) => row.some((cell) => cell !== ''))

/**
 * Reads one sheet of an XLSX workbook: the named one, or the first visible non-empty one. Only its own part and
 * the shared ones count toward the limits. Throws a `Refusal`.
 */
export const readWorkbook = async (
  parts: Package,
  mainPart: string,
  sheetName: string | null,
  onProgress: (progress: SheetProgress) => void,
): Promise<ReadWorkbook> => {
  const {
    sheets: all,
    styles,
    sharedStrings,
    is1904,
    isUncalculated,
  } = await readWorkbookParts(parts, mainPart)
  const visible = all.filter(({ isHidden }) => !isHidden)
  const sheets = visible.map(({ name }) => name)
  const tried = sheetName === null ? visible : visible.filter(({ name }) => name === sheetName).slice(0, 1)
  if (sheetName !== null && tried.length === 0) throw new Refusal('no-such-sheet', sheetName)
  const context: CellContext = {
    strings: await readSharedStrings(parts, sharedStrings),
    textOfNumber: await readNumberFormats(parts, styles, is1904),
    isUncalculated,
  }
  const read = (sheet: VisibleSheet): Promise<WorksheetRows> => {
    let done = 0
    const of = parts.sizeOf(sheet.path)
    const onPiece = (bytes: number): void => {
      done += bytes
      onProgress({ stage: 'opening', done, of })
    }
    return readWorksheet(parts.read(sheet.path), context, { onPiece })
  }
  for (const sheet of tried) {
    const found = await read(sheet)
    if (!hasText(found) && sheetName === null) continue
    const contains = createSearch(parts, context)
    const otherSheets: string[] = []
    // A crafted workbook may name the same part many times.
    const others = new Map(visible.map(({ path, name }) => [path, name]))
    others.delete(sheet.path)
    for (const [path, name] of [...others].slice(0, maxSearched)) {
      if (await contains(path)) otherSheets.push(name)
    }
    return { ...found, sheets, sheet: sheet.name, otherSheets }
  }
  throw new Refusal('empty', 'no sheet has any text')
}
