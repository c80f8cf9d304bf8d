import { rm } from 'node:fs/promises'
import { syncFolder } from '../util/files/durable-file'
import { openAppendFile } from '../util/files/append-file'
import type { AppendFile, OpenFile } from '../util/files/append-file'
import { journalFileAt } from './journal-files'
import type { JournalFile } from './journal-files'

/** A journal file with the number of bytes that are certainly on disk. */
export interface SyncedFile extends JournalFile {
  readonly bytes: number
}

/** The files of a journal: the last one is appended to, and a new one can be started. */
export interface FileChain extends AppendFile {
  /** Oldest first. */
  files(): readonly SyncedFile[]
  /** Size of the last file, in bytes. */
  size(): number
  /** The number that `startNext` gives to the next file. */
  nextNumber(): number
  /**
   * Starts the next file with this line. Resolves when the line and the file name are on disk. Throws the file
   * system's error; then the previous file stays the last one.
   */
  startNext(line: string): Promise<void>
}

export const openFileChain = async (options: {
  folder: string
  /** At least one, oldest first. */
  files: readonly SyncedFile[]
  /** The journal's number of the last file; after a restore it exceeds the count of files. */
  lastNumber: number
  openFile: OpenFile | undefined
}): Promise<FileChain> => {
  const { folder, openFile } = options
  const before = options.files.slice(0, -1)
  let { lastNumber } = options
  const newest = options.files.at(-1)
  if (newest === undefined) throw new Error('a journal has at least one file')
  let last: SyncedFile = newest
  let file = await openAppendFile(last.path, last.bytes, openFile)
  let bytes = last.bytes
  /** A file whose creation failed; until it is removed, nothing may be appended to the file it links to. */
  let leftOver: JournalFile | null = null

  const removeLeftOver = async (): Promise<void> => {
    if (leftOver === null) return
    await rm(leftOver.path, { force: true })
    await syncFolder(folder)
    leftOver = null
  }

  return {
    append: async (text) => {
      await removeLeftOver()
      await file.append(text)
      bytes += Buffer.byteLength(text)
    },
    size: () => bytes,
    files: () => [...before, { ...last, bytes }],
    nextNumber: () => lastNumber + 1,
    startNext: async (line) => {
      await removeLeftOver()
      const next = journalFileAt(folder, lastNumber + 1)
      leftOver = next
      const started = await openAppendFile(next.path, 0, openFile)
      try {
        await started.append(line)
        await syncFolder(folder)
      } catch (error) {
        await started.close().catch(() => undefined)
        // If this fails too, the next append retries it before writing.
        await removeLeftOver().catch(() => undefined)
        throw error
      }
      leftOver = null
      const ended = file
      before.push({ ...last, bytes })
      file = started
      last = { ...next, bytes: Buffer.byteLength(line) }
      ;({ bytes } = last)
      lastNumber = next.number
      // A failed close loses no data.
      await ended.close().catch(() => undefined)
    },
    close: () => file.close(),
  }
}
