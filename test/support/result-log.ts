import { expect } from 'vitest'

/** A line of the log of results. */
export interface LogLine {
  readonly n: number
  readonly line: number
  readonly lines: number
  readonly hash: string
  readonly previous: string
  readonly [name: string]: unknown
}

export const logLinesIn = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine)

/** What a receiver checks: no number and no line is missing, and each record links to the one before. */
export const expectWhole = (lines: readonly LogLine[], from = 1): void => {
  const records = [...new Map(lines.map((line) => [line.n, line])).values()]
  expect(records.map(({ n }) => n)).toEqual(records.map((_, index) => from + index))
  for (const [index, { previous }] of records.entries())
    if (index > 0) expect(previous).toBe(records[index - 1]?.hash)
  const linesOf = new Map<number, Set<number>>()
  for (const { n, line } of lines) linesOf.set(n, (linesOf.get(n) ?? new Set()).add(line))
  for (const { n, lines: count } of records) expect(linesOf.get(n)?.size).toBe(count)
}
