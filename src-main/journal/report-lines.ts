import type { JournalFileReport, JournalReport } from '#shared/journal-commands'

const day = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

const shownLines = 20
const listed = ({ damaged, damagedCount }: JournalFileReport): string => {
  const shown = damaged.slice(0, shownLines).join(', ')
  return damagedCount > shownLines ? `${shown} and ${damagedCount - shownLines} more` : shown
}

const ofFile = (file: JournalFileReport, isOnly: boolean): string[] => {
  const of = isOnly ? '' : ` of ${file.name}`
  const lines = isOnly ? [] : [`file     ${file.name}, ${file.records} records, ${file.bytes} bytes`]
  if (file.damagedCount > 0) {
    lines.push(`DAMAGED  lines ${listed(file)}${of} are not what was written, or not in their place`)
  }
  if (file.torn > 0) lines.push(`TORN     the last ${file.torn} bytes${of} are half a line`)
  return lines
}

/** A report for the shell. */
export const reportLines = (report: JournalReport): string[] => {
  const { records, since, until, jobs, changes, head, noted, newer, files, isWhole } = report
  const counts = Object.entries(changes).filter(([, count]) => count > 0)
  return [
    `records  ${records}`,
    ...(records === 0 ? [] : [`from     ${day(since)}`, `to       ${day(until)}`]),
    `jobs     ${jobs}`,
    `changes  ${counts.map(([state, count]) => `${count} ${state}`).join(', ') || 'none'}`,
    `head     ${head.n} ${head.hash}`,
    ...(noted > 0 ? [`noted    ${noted} lines were found damaged before, and copied aside`] : []),
    ...files.flatMap((file) => ofFile(file, files.length === 1)),
    ...(newer === null ? [] : [`NEWER    a later Lock Desk wrote in it (version ${newer}); use that one`]),
    isWhole
      ? 'Every line is whole and follows the one before it.'
      : newer === null
        ? 'The journal is damaged.'
        : 'The journal cannot be judged by this version.',
  ]
}
