import { basename, dirname } from 'node:path'
import type { JournalReport } from '#shared/bridge/journal-commands'
import { readBytes } from '../../util/files/regular-file'
import { findChangedSignatures } from '../signature-files'
import { createJournalIndex, noCounts } from '../journal-index'
import { maxBytesToRead } from '../journal-files'
import { readJournal } from '../read-journal'

export interface FileToVerify {
  readonly path: string
  /** The number of bytes to read; later bytes are still being written. */
  readonly bytes?: number
}

const maxLines = 100

/**
 * Reads a journal's files, oldest first, and reports on them without changing anything. Throws the file
 * system's error.
 */
export const verifyFiles = async (files: readonly FileToVerify[]): Promise<JournalReport> => {
  const contents: Buffer[] = []
  for (const { path, bytes } of files) {
    const read = await readBytes(path, maxBytesToRead)
    contents.push(bytes === undefined ? read : read.subarray(0, bytes))
  }
  const index = createJournalIndex()
  const report = reportOf(
    contents,
    files.map(({ path }) => basename(path)),
    index,
  )
  const folder = dirname(files[0]?.path ?? '')
  const changed = await findChangedSignatures(folder, index.signatures())
  return { ...report, signatures: { ...report.signatures, ...changed } }
}

/** Reports on the lines; the files of signatures are not read. */
export const reportOf = (
  contents: readonly Buffer[],
  names: readonly string[],
  book = createJournalIndex(),
): JournalReport => {
  const { records, since, until, files, head, reportedDamage, newer } = readJournal(contents, book.apply)
  const changes = { ...noCounts }
  for (const { counts } of book.jobs()) {
    changes.intent += counts.intent
    changes.sent += counts.sent
    changes.done += counts.done
    changes.failed += counts.failed
    changes['not-sent'] += counts['not-sent']
    changes.unknown += counts.unknown
  }
  return {
    isWhole: newer === null && files.every(({ damaged, torn }) => damaged.length === 0 && torn.length === 0),
    files: files.map(({ damaged, torn, records: count }, index) => ({
      name: names[index] ?? '',
      bytes: contents[index]?.length ?? 0,
      records: count,
      damaged: damaged.slice(0, maxLines).map(({ line }) => line),
      damagedCount: damaged.length,
      torn: torn.length,
    })),
    records,
    since,
    until,
    jobs: book.jobs().length,
    changes,
    head,
    reportedDamage,
    signatures: {
      count: book.signatures().length,
      deleted: book.signatures().filter(({ deleted }) => deleted !== null).length,
      missing: [],
      differing: [],
    },
    newer,
  }
}
