import { linesOf } from '../util/files/checked-line'
import { hashOf, noHead, readLineBytes } from './line'
import type { JournalRecord } from './record'
import type { Head } from './line'

/** A line that is damaged or does not link to the previous one. */
export interface DamagedLine {
  /** Line number within the given bytes, from 1. */
  readonly line: number
  /** The journal's number of the file; a backup contains several in one. */
  readonly file: number
  readonly lineOfFile: number
}

export interface ReadFile {
  readonly records: number
  /** New damage. */
  readonly damaged: readonly DamagedLine[]
  /** Bytes up to the end of the last complete line; the rest is a partial write. */
  readonly wholeBytes: number
  readonly torn: Buffer
  /** Whether the last complete line ends with a line feed; true for an empty file. */
  readonly isEnded: boolean
}

export interface ReadJournal {
  readonly records: number
  /** When the first and last record were written; null without records. */
  readonly since: number | null
  readonly until: number | null
  /** In the given order. */
  readonly files: readonly ReadFile[]
  /** The number of damaged lines already reported and copied aside. */
  readonly reportedDamage: number
  /** What the next record links to. */
  readonly head: Head
  /** The journal's number of the last file. */
  readonly lastFile: number
  /** The version of the last record; 0 without records. */
  readonly version: number
  /** A newer format version found in the journal; usually null. */
  readonly newer: number | null
}

/** Lines per time slice; a line takes about 30 µs. */
const linesPerStep = 64

/**
 * Reads the bytes of a journal's files, oldest first, in time slices. Every complete valid line counts,
 * whatever surrounds it; a last line without a line feed was never acknowledged and only counts if it is
 * complete. Passes each record to `take`.
 */
export function* readInSteps(
  contents: readonly Buffer[],
  take: (record: JournalRecord) => void,
): Generator<undefined, ReadJournal> {
  let records = 0
  let since: number | null = null
  let until: number | null = null
  const known = new Set<string>()
  let { n, hash } = noHead
  /** Null if the previous line is damaged: its hash cannot be checked. */
  let previous: string | null = hash
  let version = 0
  let newer: number | null = null
  let file = 0

  /** Whether a record links to the line before it. A line that is not read links to nothing. */
  const isLinked = (record: JournalRecord | null): record is JournalRecord =>
    record !== null && (previous === null || record.previous === previous)

  const takeRecord = (record: JournalRecord) => {
    records += 1
    ;({ n, v: version, at: until } = record)
    since ??= until
    take(record)
    if (record.kind !== 'damage') return
    for (const line of record.lines) known.add(`${record.file ?? file}:${line}`)
  }

  function* readFile(bytes: Buffer, isLast: boolean): Generator<undefined, ReadFile> {
    const damaged: DamagedLine[] = []
    const before = records
    file += 1
    let start = 0
    let line = 0
    let lineOfFile = 0
    let isEnded = true
    for (const { line: text, next, isEnded: hasLineFeed } of linesOf(bytes)) {
      const read = readLineBytes(text)
      const record = read === null || 'newer' in read ? null : read
      // Only the last file is appended to: a partial line in another file is damage, not a partial write.
      if (!hasLineFeed && read === null && isLast) break
      line += 1
      lineOfFile += 1
      if (line % linesPerStep === 0) yield
      isEnded = hasLineFeed
      start = next
      if (read !== null && 'newer' in read) newer = Math.max(newer ?? 0, read.newer)
      if (record?.kind === 'begins') {
        file = record.file
        lineOfFile = 1
      }
      if (!isLinked(record)) damaged.push({ line, file, lineOfFile })
      hash = hashOf(text)
      previous = record === null ? null : hash
      if (record !== null) takeRecord(record)
    }
    const torn = bytes.subarray(start)
    // A file without a line was never completed, so its number is free.
    if (line === 0) file -= 1
    return { records: records - before, damaged, wholeBytes: start, torn, isEnded }
  }

  const read: ReadFile[] = []
  for (const [index, bytes] of contents.entries())
    read.push(yield* readFile(bytes, index === contents.length - 1))
  const files = read.map((one) => ({
    ...one,
    damaged: one.damaged.filter((found) => !known.has(`${found.file}:${found.lineOfFile}`)),
  }))
  return {
    records,
    since,
    until,
    files,
    reportedDamage: known.size,
    head: { n, hash },
    lastFile: file,
    version,
    newer,
  }
}

/** Reads everything at once, for threads that may block. */
export const readJournal = (
  contents: readonly Buffer[],
  take: (record: JournalRecord) => void,
): ReadJournal => {
  const steps = readInSteps(contents, take)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
