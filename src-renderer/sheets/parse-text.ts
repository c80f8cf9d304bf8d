import Papa from 'papaparse'
import { findShellNumbers, plainDigits } from '#shared/model/shell-number'

export interface ParsedText {
  readonly rows: string[][]
  readonly separator: string | null
}

const separators = [',', ';', '\t', '|']
/** Where a column or a separator stands in for one of these, people under a Chinese input method type the other. */
const wideSeparators = /[，；、]/g

const parse = (text: string, options: Papa.ParseConfig): Papa.ParseResult<string[]> =>
  Papa.parse<string[]>(text, options)

const guessedOn = 50

/**
 * The separator that gives most rows the same number of cells; where two do equally well, the one that comes first.
 * The library's own guess is led astray by a heading over the table and by blank lines.
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

/** Excel's own first line that names the separator. */
const namedSeparator = /^sep=(.)\n/i

/** `="8000000017"` is how people keep Excel from making a number of it; the apostrophe does the same in a cell. */
const cellText = (cell: string): string => {
  const formula = /^="(.*)"$/s.exec(cell.trim())?.[1]
  return (formula?.replaceAll('""', '"') ?? cell).replace(/^'(?=[\d\t=+\-@＝＋－＠])/, '').trim()
}

const cutBlankEnd = (rows: readonly string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell !== '')) + 1)

/**
 * Separated text as rows of cells. The separator is guessed among comma, semicolon, tab and bar, and is null where
 * there is one column. A quotation mark that is never closed is taken for a character, so that it swallows no rows.
 */
export const parseText = (text: string): ParsedText => {
  const unmarked = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const named = namedSeparator.exec(unmarked)
  const body = named === null ? unmarked : unmarked.slice(named[0].length)
  const separator = named?.[1] ?? guessSeparator(body)
  // With one column nothing separates; a character that no text has keeps the library from guessing.
  const delimiter = separator ?? '\x1f'
  let parsed = parse(body, { delimiter })
  if (parsed.errors.some(({ code }) => code === 'MissingQuotes')) {
    parsed = parse(body, { delimiter, quoteChar: '\0' })
  }
  return { rows: cutBlankEnd(parsed.data.map((row) => row.map(cellText))), separator }
}

/** Numbers one after another on a line, with whatever stands between them: a column all the same. */
const numbersInLine = (line: string): string[] | null => {
  const parts = line.split(/[,;|\t，；、]+/).map((part) => part.trim())
  const tokens = parts.flatMap((part) =>
    // `8000 000 017` is one number, `8000000017 8000000018` are two.
    plainDigits(part).length > 10 && findShellNumbers(part).length > 1 ? part.split(/\s+/) : [part],
  )
  const given = tokens.filter((token) => token !== '')
  const numbers = given.filter((token) => /^\d{6,}$/.test(plainDigits(token)))
  return given.length > 1 && numbers.length === given.length ? given : null
}

/** As `parseText`, for what was pasted: numbers beside each other become numbers below each other. */
export const parsePasted = (text: string): ParsedText => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const hasOwn = separators.some((separator) => text.includes(separator))
  // Two numbers a line are two columns, unless it is the only line.
  const inLine = lines.length === 1 ? numbersInLine(lines[0] ?? '') : null
  if (inLine !== null) return { rows: inLine.map((number) => [cellText(number)]), separator: null }
  return parseText(hasOwn ? text : text.replace(wideSeparators, ','))
}
