import type { JournalFileReport, JournalReport } from '#shared/bridge/journal-commands'

const dayText = (ms: number | null): string => (ms === null ? '' : new Date(ms).toISOString())

const shownLines = 20
const damagedLinesText = ({ damaged, damagedCount }: JournalFileReport): string => {
  const shown = damaged.slice(0, shownLines).join(', ')
  return damagedCount > shownLines ? `${shown} and ${damagedCount - shownLines} more` : shown
}

const ofFile = (file: JournalFileReport, isOnly: boolean): string[] => {
  const ofFileName = isOnly ? '' : ` of ${file.name}`
  const lines = isOnly ? [] : [`file     ${file.name}, ${file.records} records, ${file.bytes} bytes`]
  if (file.damagedCount > 0) {
    lines.push(`DAMAGED  lines ${damagedLinesText(file)}${ofFileName} are damaged or out of order`)
  }
  if (file.torn > 0) lines.push(`TORN     the last ${file.torn} bytes${ofFileName} are an incomplete line`)
  return lines
}

/** Formats a report for the command line. */
export const reportLines = (report: JournalReport): string[] => {
  const { records, since, until, jobs, changes, head, reportedDamage, newer, files, isWhole, signatures } =
    report
  const counts = Object.entries(changes).filter(([, count]) => count > 0)
  return [
    `records  ${records}`,
    ...(records === 0 ? [] : [`from     ${dayText(since)}`, `to       ${dayText(until)}`]),
    `jobs     ${jobs}`,
    `changes  ${counts.map(([state, count]) => `${count} ${state}`).join(', ') || 'none'}`,
    `head     ${head.n} ${head.hash}`,
    ...(signatures.count === 0
      ? []
      : [`signed   ${signatures.count} signatures, ${signatures.deleted} of them deleted by the app`]),
    ...(reportedDamage > 0
      ? [`reported ${reportedDamage} damaged lines were already copied to a separate file`]
      : []),
    ...files.flatMap((file) => ofFile(file, files.length === 1)),
    ...signatures.missing.map(
      (name) => `DELETED  the signature ${name} is missing, and the app did not delete it`,
    ),
    ...signatures.differing.map((name) => `DIFFERS  the signature ${name} differs from what was signed`),
    ...(newer === null
      ? []
      : [`NEWER    a newer Lock Desk wrote part of it (version ${newer}); verify it with that version`]),
    isWhole
      ? 'Every line is intact and linked to the previous one.'
      : newer === null
        ? 'The journal is damaged.'
        : 'This version cannot verify the journal.',
  ]
}
