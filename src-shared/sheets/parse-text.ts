import { maxPasted, normalized } from '../normalized'
import { findShellNumbers } from '../model/locks/shell-number'
import { problemOfText } from './cell-problem'
import type { CellProblem } from './cell-problem'
import { unescapeFormulas } from './formula-text'
import { listedNumber, listedNumbers, numbersInLine } from './numbers-in-line'

export interface ParsedText {
  readonly rows: string[][]
  readonly separator: string | null
  /** Cells whose text is an error, or a formula. Rows and columns count from 0. */
  readonly problems: readonly {
    readonly row: number
    readonly column: number
    readonly problem: CellProblem
  }[]
}

const separators = [',', ';', '\t', '|']
/** Chinese input methods produce these instead of a comma, a semicolon or a separator. */
const wideSeparators = /[，；、]/g

/** No spreadsheet has a longer cell: a mark that is closed later does not open one. */
const maxQuotedLength = 40_000

interface Field {
  readonly text: string
  /** Its end: the separator, the line break or the end of the text. */
  readonly end: number
}

const endOfPlain = (text: string, from: number, separator: string): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\n' || text[at] === separator) return at
  }
  return text.length
}

/** A field in quotation marks; null if its marks are not those of RFC 4180, where spaces may follow. */
const quotedField = (text: string, from: number, separator: string): Field | null => {
  const last = from + maxQuotedLength
  for (let at = text.indexOf('"', from + 1); at !== -1 && at < last; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] === '"') {
      at += 1
      continue
    }
    let end = at + 1
    while (text[end] === ' ') end += 1
    const isEnd = end >= text.length || text[end] === '\n' || text[end] === separator
    return isEnd ? { text: text.slice(from + 1, at).replaceAll('""', '"'), end } : null
  }
  return null
}

/** As many digits as a number has that lacks a few. */
const manyDigits = /\d{8}/

/**
 * Whether a quoted cell contains lines that are rows: a quotation mark that a person typed opened it, and another
 * one ended it. In a table that a program quoted, only a line with all columns and a shell number is a row: a
 * person edited it.
 */
const swallowsRows = (cell: string, separator: string, columns: number, isByProgram: boolean): boolean => {
  const [, ...lines] = cell.split('\n')
  const rows = lines.filter((line) => line.split(separator).length === columns)
  const hasNumber = (line: string): boolean => findShellNumbers(normalized(line, maxPasted)).length > 0
  if (isByProgram) return rows.some(hasNumber)
  if (lines.some(hasNumber) || rows.some((line) => manyDigits.test(line))) return true
  // A line of an address may have a comma: one such line is no row of two columns yet.
  return columns > 2 ? rows.length > 0 : columns === 2 && rows.length > 1 && rows.length === lines.length
}

/** A mark that a person typed before or after a number is not part of it. */
const withoutStrayMark = (field: string): string =>
  field.includes('"') ? field.replace(/^"?([\d\s-]*\d)"?$/, '$1') : field

/**
 * The rows of delimited text. A field is quoted only if both of its marks are where they belong and no row is
 * inside; other marks are characters, so that they swallow no rows. Only a program quotes all titles.
 */
const splitRows = (text: string, separator: string, maxRows = Infinity): string[][] => {
  const rows: string[][] = []
  let [at, columns, isByProgram] = [0, 0, false]
  while (at < text.length && rows.length < maxRows) {
    const row: string[] = []
    let quotedFields = 0
    for (;;) {
      columns = Math.max(columns, row.length + 1)
      const quoted = text[at] === '"' ? quotedField(text, at, separator) : null
      if (quoted !== null && !swallowsRows(quoted.text, separator, columns, isByProgram)) {
        quotedFields += 1
        row.push(quoted.text)
        at = quoted.end
      } else {
        const end = endOfPlain(text, at, separator)
        row.push(withoutStrayMark(text.slice(at, end)))
        at = end
      }
      if (rows.length === 0) isByProgram = quotedFields === row.length
      if (text[at] !== separator) break
      at += 1
    }
    at += 1
    rows.push(row)
  }
  return rows
}

const guessedOn = 50

/** The separator with which most rows have the same number of cells; on a tie, the first in the text. */
const guessSeparator = (text: string): string | null => {
  let best: { separator: string; rows: number; at: number } | null = null
  for (const separator of separators) {
    const at = text.indexOf(separator)
    if (at === -1) continue
    const rows = splitRows(text, separator, guessedOn).filter((row) => row.length > 1 || row[0] !== '')
    const counts = new Map<number, number>()
    for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
    counts.delete(1)
    const most = Math.max(0, ...counts.values())
    if (most * 2 < rows.length || most === 0) continue
    if (best === null || most > best.rows || (most === best.rows && at < best.at)) {
      best = { separator, rows: most, at }
    }
  }
  return best?.separator ?? null
}

/** Excel's own first line, which names the separator. */
const namedSeparator = /^sep=(.)\n/i

/** `="8000000017"` and a leading apostrophe keep Excel from converting text to a number. */
const cellText = (cell: string): string => {
  const formula = /^="((?:[^"]|"")*)"$/.exec(cell.trim())?.[1]
  const text = formula?.replaceAll('""', '"') ?? unescapeFormulas(cell)
  return (text ?? cell.replace(/^'(?=[\d\t=+\-@＝＋－＠])/, '')).trim()
}

const cutBlankEnd = (rows: readonly string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1)

const toCells = (written: readonly (readonly string[])[], separator: string | null): ParsedText => {
  const problems: ParsedText['problems'][number][] = []
  const rows = written.map((cells, row) =>
    cells.map((cell, column) => {
      const text = cellText(cell)
      // An escaped formula is a text.
      const problem = cell.startsWith("'") ? null : problemOfText(text)
      if (problem !== null) problems.push({ row, column, problem })
      return text
    }),
  )
  return { rows: cutBlankEnd(rows), separator, problems }
}

/**
 * Reads delimited text as rows of cells. The separator (comma, semicolon, tab or bar) is detected; null if
 * there is one column.
 */
export const parseText = (text: string): ParsedText => {
  const unmarked = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const separatorLine = namedSeparator.exec(unmarked)
  const body = separatorLine === null ? unmarked : unmarked.slice(separatorLine[0].length)
  const separator = separatorLine?.[1] ?? guessSeparator(body)
  // With one column, the separator is a character that no text contains.
  return toCells(splitRows(body, separator ?? '\x1f'), separator)
}

/** Items of a list as their numbers. In a table, a line with its number alone keeps its empty cells. */
const withoutListMarks = (lines: readonly string[]): readonly string[] => {
  const listed = listedNumbers(lines)
  const ofTable = separators.filter((separator) =>
    lines.some((line, at) => listed[at] === null && line.includes(separator)),
  )
  return lines.map((line, at) => {
    const separator = ofTable.find((one) => line.includes(one))
    if (listed[at] == null || separator === undefined) return listed[at] ?? line
    return line
      .split(separator)
      .map((cell) => listedNumber(cell) ?? cell)
      .join(separator)
  })
}

/** Like `parseText`, for pasted text: numbers side by side become separate rows, items of a list their numbers. */
export const parsePasted = (pasted: string): ParsedText => {
  const text = withoutListMarks(pasted.split(/\r?\n/)).join('\n')
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const hasOwn = separators.some((separator) => text.includes(separator))
  // Two numbers per line are two columns, unless it is the only line.
  const inLine = lines.length === 1 ? numbersInLine(lines[0] ?? '') : null
  if (inLine !== null)
    return toCells(
      inLine.map((number) => [number]),
      null,
    )
  return parseText(hasOwn ? text : text.replace(wideSeparators, ','))
}
