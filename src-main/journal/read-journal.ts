import { hashOf, noPrevious, readLine } from './record'
import type { JournalRecord } from './record'

export interface ReadJournal {
  readonly records: readonly JournalRecord[]
  /** Line numbers, from 1, that are damaged or do not follow the line before, and are not known yet. */
  readonly damaged: readonly number[]
  /** Bytes up to the end of the last whole line; what lies behind is a write that was cut off. */
  readonly wholeBytes: number
  readonly torn: Buffer
  /** What the next record links to. */
  readonly head: { readonly n: number; readonly hash: string }
}

const lineFeed = 0x0a

/**
 * Reads a journal's bytes. Every whole line that can be read counts, whatever stands around it; a last line without
 * its line feed was never acknowledged, unless it is complete in itself.
 */
export const readJournal = (bytes: Buffer): ReadJournal => {
  const records: JournalRecord[] = []
  const damaged: number[] = []
  const known = new Set<number>()
  let previous: string | null = noPrevious
  let start = 0
  let line = 0
  let n = 0
  let hash = noPrevious
  while (start < bytes.length) {
    const end = bytes.indexOf(lineFeed, start)
    const text = bytes.toString('utf8', start, end < 0 ? bytes.length : end)
    const record = readLine(text)
    if (end < 0 && record === null) break
    line += 1
    if (record === null || (previous !== null && record.previous !== previous)) damaged.push(line)
    hash = hashOf(text)
    // After a damaged line the next one's link cannot be held against anything.
    previous = record === null ? null : hash
    if (record !== null) {
      records.push(record)
      n = record.n
      if (record.kind === 'damage') for (const noted of record.lines) known.add(noted)
    }
    start = end < 0 ? bytes.length : end + 1
  }
  return {
    records,
    damaged: damaged.filter((number) => !known.has(number)),
    wholeBytes: start,
    torn: bytes.subarray(start),
    head: { n, hash },
  }
}
