import { createBook } from './book'
import { readJournal } from './read-journal'

const day = (ms: number): string => new Date(ms).toISOString()

const listed = (lines: readonly number[]): string =>
  lines.length > 20 ? `${lines.slice(0, 20).join(', ')} and ${lines.length - 20} more` : lines.join(', ')

/** What the journal's bytes hold, as lines to print, and whether every one of them is what was written. */
export const verifyJournal = (bytes: Buffer): { readonly isWhole: boolean; readonly report: string[] } => {
  const { records, damaged, torn, head } = readJournal(bytes)
  const book = createBook()
  for (const record of records) book.apply(record)
  const counts = new Map<string, number>()
  for (const { courses } of book.jobs()) {
    for (const { state } of courses) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const noted = records.flatMap((record) => (record.kind === 'damage' ? record.lines : []))
  const first = records[0]
  const last = records.at(-1)
  const report = [
    `records  ${records.length}`,
    ...(first === undefined || last === undefined
      ? []
      : [`from     ${day(first.at)}`, `to       ${day(last.at)}`]),
    `jobs     ${book.jobs().length}`,
    `changes  ${[...counts].map(([state, count]) => `${count} ${state}`).join(', ') || 'none'}`,
    `head     ${head.n} ${head.hash}`,
  ]
  if (noted.length > 0)
    report.push(`noted    lines ${listed(noted)} were found damaged before, and copied aside`)
  if (damaged.length > 0)
    report.push(`DAMAGED  lines ${listed(damaged)} are not what was written, or not in their place`)
  if (torn.length > 0) report.push(`TORN     the last ${torn.length} bytes are half a line`)
  const isWhole = damaged.length === 0 && torn.length === 0
  report.push(isWhole ? 'Every line is whole and follows the one before it.' : 'The journal is damaged.')
  return { isWhole, report }
}
