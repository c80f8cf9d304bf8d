import Papa from 'papaparse'
import { unescapeFormulas } from './formula-text'
import { numbersInLine } from './numbers-in-line'

export interface ParsedText {
  readonly rows: string[][]
  readonly separator: string | null
}

const separators = [',', ';', '\t', '|']
/** Chinese input methods produce these instead of a comma, a semicolon or a separator. */
const wideSeparators = /[，；、]/g

const parse = (text: string, options: Papa.ParseConfig): Papa.ParseResult<string[]> =>
  Papa.parse<string[]>(text, options)

const guessedOn = 50

/**
 * The separator with which most rows have the same number of cells; on a tie, the first in the list. The
 * library's own detection fails with a heading above the table or blank lines.
 */
const guessSeparator = (text: string): string | null => {
  let best: { separator: string; rows: number; at: number } | null = null
  for (const separator of separators) {
    const { data } = parse(text, { delimiter: separator, preview: guessedOn, skipEmptyLines: true })
    const counts = new Map<number, number>()
    for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1)
    counts.delete(1)
    const rows = Math.max(0, ...counts.values())
    const at = text.indexOf(separator)
    if (rows * 2 < data.length || rows === 0) continue
    if (best === null || rows > best.rows || (rows === best.rows && at < best.at)) {
      best = { separator, rows, at }
    }
  }
  return best?.separator ?? null
}

/** Excel's own first line, which names the separator. */
const namedSeparator = /^sep=(.)\n/i

/** `="8000000017"` and a leading apostrophe keep Excel from converting text to a number. */
const cellText = (cell: string): string => {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1]
  const text = formula?.replaceAll('""', '"') ?? unescapeFormulas(cell)
  return (text ?? cell.replace(/^'(?=[\d\t=+\-@＝＋－＠])/, '')).trim()
}

const cutBlankEnd = (rows: readonly string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1)

/**
 * Reads delimited text as rows of cells. The separator (comma, semicolon, tab or bar) is detected; null if
 * there is one column. An unclosed quotation mark is treated as a character, so that it swallows no rows.
 */
export const parseText = (text: string): ParsedText => {
  const unmarked = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const named = namedSeparator.exec(unmarked)
  const body = named === null ? unmarked : unmarked.slice(named[0].length)
  const separator = named?.[1] ?? guessSeparator(body)
  // With one column, a character that no text contains keeps the library from guessing.
  const delimiter = separator ?? '\x1f'
  let parsed = parse(body, { delimiter })
  if (parsed.errors.some(({ code }) => code === 'MissingQuotes')) {
    parsed = parse(body, { delimiter, quoteChar: '\0' })
  }
  return { rows: cutBlankEnd(parsed.data.map((row) => row.map(cellText))), separator }
}

/** Like `parseText`, for pasted text: numbers side by side become separate rows. */
export const parsePasted = (text: string): ParsedText => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const hasOwn = separators.some((separator) => text.includes(separator))
  // Two numbers per line are two columns, unless it is the only line.
  const inLine = lines.length === 1 ? numbersInLine(lines[0] ?? '') : null
  if (inLine !== null) return { rows: inLine.map((number) => [cellText(number)]), separator: null }
  return parseText(hasOwn ? text : text.replace(wideSeparators, ','))
}
