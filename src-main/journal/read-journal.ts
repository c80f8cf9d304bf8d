import { hashOf, noHead, readLineBytes } from './record'
import type { Head, JournalRecord } from './record'

/** A line that is damaged or does not follow the one before. */
export interface DamagedLine {
  /** In the bytes that were given, from 1. */
  readonly line: number
  /** As the journal counts: in a backup, all files of a journal stand in one. */
  readonly file: number
  readonly lineOfFile: number
}

export interface ReadFile {
  readonly records: number
  /** What is not known yet. */
  readonly damaged: readonly DamagedLine[]
  /** Bytes up to the end of the last whole line; what lies behind is a write that was cut off. */
  readonly wholeBytes: number
  readonly torn: Buffer
  /** Whether its last whole line has its line feed; of an empty file too. */
  readonly isEnded: boolean
}

export interface ReadJournal {
  readonly records: number
  /** When the first and the last record were written; null where there is none. */
  readonly since: number | null
  readonly until: number | null
  /** As they were given. */
  readonly files: readonly ReadFile[]
  /** Damaged lines that were found, told and copied aside before. */
  readonly noted: number
  /** What the next record links to. */
  readonly head: Head
  /** The number of the last file, as the journal counts. */
  readonly lastFile: number
  /** Of the last record, 0 where there is none. */
  readonly version: number
  /** A version that wrote part of it and that this program does not know; null as a rule. */
  readonly newer: number | null
}

const lineFeed = 0x0a

/** Lines read until others may have their turn; one takes some 30 µs. */
const linesPerStep = 64

/**
 * Reads the bytes of a journal's files, the oldest first, step by step (in-slices.ts). Every whole line that
 * can be read counts, whatever stands around it; a last line without its line feed was never acknowledged, unless it
 * is complete in itself. Each record is handed on as it is read.
 */
export function* readInSteps(
  given: readonly Buffer[],
  take: (record: JournalRecord) => void,
): Generator<undefined, ReadJournal> {
  let records = 0
  let since: number | null = null
  let until: number | null = null
  const known = new Set<string>()
  let { n, hash } = noHead
  /** Null where the line before is damaged: its hash cannot be held against anything. */
  let previous: string | null = hash
  let version = 0
  let newer: number | null = null
  let file = 0

  function* readFile(bytes: Buffer, isLast: boolean): Generator<undefined, ReadFile> {
    const damaged: DamagedLine[] = []
    const before = records
    file += 1
    let start = 0
    let line = 0
    let lineOfFile = 0
    let isEnded = true
    while (start < bytes.length) {
      const end = bytes.indexOf(lineFeed, start)
      const text = bytes.subarray(start, end < 0 ? bytes.length : end)
      const read = readLineBytes(text)
      const record = read === null || 'newer' in read ? null : read
      // Only the last file is ever written to: half a line in another one is no write that was cut off.
      if (end < 0 && read === null && isLast) break
      line += 1
      lineOfFile += 1
      if (line % linesPerStep === 0) yield
      isEnded = end >= 0
      start = isEnded ? end + 1 : bytes.length
      if (read !== null && 'newer' in read) newer = Math.max(newer ?? 0, read.newer)
      if (record?.kind === 'begins') {
        file = record.file
        lineOfFile = 1
      }
      if (record === null || (previous !== null && record.previous !== previous)) {
        damaged.push({ line, file, lineOfFile })
      }
      hash = hashOf(text)
      previous = record === null ? null : hash
      if (record === null) continue
      records += 1
      ;({ n, v: version, at: until } = record)
      since ??= until
      take(record)
      if (record.kind === 'damage') {
        for (const noted of record.lines) known.add(`${record.file ?? file}:${noted}`)
      }
    }
    const torn = bytes.subarray(start)
    // A file without a line was begun and not finished: its number is still to be given.
    if (line === 0) file -= 1
    return { records: records - before, damaged, wholeBytes: start, torn, isEnded }
  }

  const read: ReadFile[] = []
  for (const [index, bytes] of given.entries()) read.push(yield* readFile(bytes, index === given.length - 1))
  const files = read.map((one) => ({
    ...one,
    damaged: one.damaged.filter((found) => !known.has(`${found.file}:${found.lineOfFile}`)),
  }))
  return {
    records,
    since,
    until,
    files,
    noted: known.size,
    head: { n, hash },
    lastFile: file,
    version,
    newer,
  }
}

/** The same in one go, where nobody waits for the thread. */
export const readJournal = (given: readonly Buffer[], take: (record: JournalRecord) => void): ReadJournal => {
  const steps = readInSteps(given, take)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
