import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { JournalReport } from '#shared/journal-commands'
import { createBook, noCounts } from './book'
import { readJournal } from './read-journal'

export interface FileToVerify {
  readonly path: string
  /** No more than these: what lies behind is being written just now. */
  readonly bytes?: number
}

const mostLines = 100

/** Reads a journal's files, the oldest first, and says what is in them. Throws what the disk said; changes nothing. */
export const verifyFiles = async (files: readonly FileToVerify[]): Promise<JournalReport> => {
  const given: Buffer[] = []
  for (const { path, bytes } of files) {
    const read = await readFile(path)
    given.push(bytes === undefined ? read : read.subarray(0, bytes))
  }
  return reportOf(
    given,
    files.map(({ path }) => basename(path)),
  )
}

export const reportOf = (given: readonly Buffer[], names: readonly string[]): JournalReport => {
  const book = createBook()
  const { records, since, until, files, head, noted, newer } = readJournal(given, book.apply)
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
      bytes: given[index]?.length ?? 0,
      records: count,
      damaged: damaged.slice(0, mostLines).map(({ line }) => line),
      damagedCount: damaged.length,
      torn: torn.length,
    })),
    records,
    since,
    until,
    jobs: book.jobs().length,
    changes,
    head,
    noted,
    newer,
  }
}
