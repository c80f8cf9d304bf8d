import type { FileHandle } from 'node:fs/promises'
import type { SyncedFile } from '../journal/file-chain'
import { hashOf, readLineBytes } from '../journal/line'
import { openFileToRead } from '../util/files/regular-file'
import type { HashedRecord } from './log-lines'

/** A record of the journal and where its line starts. */
export interface Position {
  readonly n: number
  readonly hash: string
  /** The journal's number of the file. */
  readonly file: number
  readonly offset: number
}

interface FoundLine {
  readonly line: Buffer
  readonly file: number
  readonly offset: number
}

const lineFeed = 0x0a
const minPartLength = 256 * 1024

/** The lines from `offset` on, up to the size that is on disk. Reads in parts, because a file has 16 MB and more. */
async function* readLines(
  handle: FileHandle,
  { number: file, bytes }: SyncedFile,
  offset: number,
): AsyncGenerator<FoundLine, void, undefined> {
  let rest = Buffer.alloc(0)
  for (let position = offset; position < bytes;) {
    // Longer for a long line, which would otherwise be copied many times.
    const part = Buffer.alloc(Math.min(Math.max(minPartLength, rest.length), bytes - position))
    const { bytesRead } = await handle.read(part, 0, part.length, position)
    if (bytesRead === 0) throw new Error('the journal file has become shorter')
    let start = position - rest.length
    position += bytesRead
    rest = Buffer.concat([rest, part.subarray(0, bytesRead)])
    for (let end = rest.indexOf(lineFeed); end >= 0; end = rest.indexOf(lineFeed)) {
      yield { line: rest.subarray(0, end), file, offset: start }
      rest = rest.subarray(end + 1)
      start += end + 1
    }
  }
}

async function* linesFrom(
  files: readonly SyncedFile[],
  from: { readonly file: number; readonly offset: number },
): AsyncGenerator<FoundLine, void, undefined> {
  for (const file of files) {
    if (file.number < from.file) continue
    const handle = await openFileToRead(file.path)
    try {
      yield* readLines(handle, file, file.number === from.file ? from.offset : 0)
    } finally {
      await handle.close()
    }
  }
}

const start = { file: 0, offset: 0 }

/** Where the record after `last` is looked for; the start if the journal does not contain `last`. */
const findNext = async (
  files: readonly SyncedFile[],
  last: Position | null,
): Promise<{ readonly file: number; readonly offset: number }> => {
  if (last === null) return start
  // The whole journal is searched if a restore has moved the record.
  for (const from of [last, start]) {
    for await (const { line, file, offset } of linesFrom(files, from)) {
      if (hashOf(line) === last.hash) return { file, offset: offset + line.length + 1 }
      if (from === last) break
    }
  }
  return start
}

/** Whether the journal has a line with this hash. The newest file is read first. */
export const hasRecord = async (files: readonly SyncedFile[], hash: string): Promise<boolean> => {
  for (const file of files.toReversed())
    for await (const { line } of linesFrom([file], start)) if (hashOf(line) === hash) return true
  return false
}

/**
 * The records after `last`, oldest first. If the journal does not contain `last`, because a backup was restored, all
 * of its records. Damaged lines are passed over.
 */
export async function* recordsAfter(
  files: readonly SyncedFile[],
  last: Position | null,
): AsyncGenerator<HashedRecord & { readonly position: Position }, void, undefined> {
  for await (const { line, file, offset } of linesFrom(files, await findNext(files, last))) {
    const record = readLineBytes(line)
    if (record === null || 'newer' in record) continue
    const hash = hashOf(line)
    yield { record, hash, position: { n: record.n, hash, file, offset } }
  }
}
