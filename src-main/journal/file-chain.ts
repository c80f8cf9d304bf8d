import { rm } from 'node:fs/promises'
import { syncFolder } from '../files/durable'
import { openAppendFile } from './append-file'
import type { AppendFile, OpenFile } from './append-file'
import { journalFileAt } from './journal-files'
import type { JournalFile } from './journal-files'

/** A file of a journal, with as many of its bytes as are sure to be on the disk. */
export interface SureFile extends JournalFile {
  readonly bytes: number
}

/** The files of a journal: the last one is appended to, and another one may be begun behind it. */
export interface FileChain extends AppendFile {
  /** The oldest first. */
  files(): readonly SureFile[]
  /** Of the last file, in bytes. */
  size(): number
  /** The number that `begin` gives the next file. */
  nextNumber(): number
  /**
   * Begins the next file with this line. Resolves when both the line and the file's name are on the disk; throws what
   * the disk said, and the file before is then still the last.
   */
  begin(line: string): Promise<void>
}

export const openFileChain = async (options: {
  folder: string
  /** At least one, the oldest first. */
  files: readonly SureFile[]
  /** The number of the last file as the journal counts: after a restore, more than there are files. */
  lastNumber: number
  openFile: OpenFile | undefined
}): Promise<FileChain> => {
  const { folder, openFile } = options
  const before = options.files.slice(0, -1)
  let { lastNumber } = options
  const newest = options.files.at(-1)
  if (newest === undefined) throw new Error('a journal has a file at least')
  let last: SureFile = newest
  let file = await openAppendFile(last.path, last.bytes, openFile)
  let bytes = last.bytes
  /** A file whose beginning failed: while it is there, nothing may be written behind what it links to. */
  let leftOver: JournalFile | null = null

  const clearAway = async (): Promise<void> => {
    if (leftOver === null) return
    await rm(leftOver.path, { force: true })
    await syncFolder(folder)
    leftOver = null
  }

  return {
    append: async (text) => {
      await clearAway()
      await file.append(text)
      bytes += Buffer.byteLength(text)
    },
    size: () => bytes,
    files: () => [...before, { ...last, bytes }],
    nextNumber: () => lastNumber + 1,
    begin: async (line) => {
      await clearAway()
      const next = journalFileAt(folder, lastNumber + 1)
      leftOver = next
      const begun = await openAppendFile(next.path, 0, openFile)
      try {
        await begun.append(line)
        await syncFolder(folder)
      } catch (error) {
        await begun.close().catch(() => undefined)
        // Where even this fails, the next append tries it again before it writes.
        await clearAway().catch(() => undefined)
        throw error
      }
      leftOver = null
      const ended = file
      before.push({ ...last, bytes })
      file = begun
      last = { ...next, bytes: Buffer.byteLength(line) }
      ;({ bytes } = last)
      lastNumber = next.number
      // Nothing is lost by a handle that does not close.
      await ended.close().catch(() => undefined)
    },
    close: () => file.close(),
  }
}
