import { copyFile, lstat, mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../util/files/durable-file'
import { readBytes } from '../util/files/regular-file'
import { runTimeSliced } from '../util/async'
import type { OpenFile } from '../util/files/append-file'
import { openFileChain } from './file-chain'
import type { FileChain } from './file-chain'
import { findJournalFiles, journalFileAt, maxBytesToRead, timestampOf } from './journal-files'
import type { JournalFile } from './journal-files'
import { readInSteps } from './read-journal'
import type { ReadJournal } from './read-journal'
import { formatVersion } from './record'
import type { JournalRecord } from './record'
import { finishRestore } from './restore'

/** A copy of a file in which damage was found at this start. */
interface Quarantined {
  readonly copy: string
  /** The journal's number of the file. */
  readonly file: number
  readonly lines: number[]
}

export interface OpenedFiles {
  readonly chain: FileChain
  readonly read: ReadJournal
  readonly quarantined: readonly Quarantined[]
  /** The journal was replaced by a backup whose waiting rows have no final state yet. */
  readonly isRestored: boolean
  /**
   * Set if an older version wrote the last record: copies its files to a folder. Call it before starting a file
   * of this version.
   */
  readonly backUpOlder: (() => Promise<void>) | null
}

/** Thrown if a newer version of the app wrote the journal; nothing was changed. */
export class NewerJournalError extends Error {
  constructor(readonly version: number) {
    super(`version ${version} of the format`)
  }
}

const copyDurably = async (from: string, to: string): Promise<void> => {
  await copyFile(from, to)
  const copy = await open(to, 'r+')
  try {
    await copy.sync()
  } finally {
    await copy.close()
  }
}

const backUp = async (folder: string, files: readonly JournalFile[], now: number): Promise<void> => {
  const place = join(folder, `before-version-${formatVersion}-${timestampOf(now)}`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  for (const { name, path } of files) await copyDurably(path, join(place, name))
  await syncFolder(place)
  await syncFolder(folder)
}

const quarantine = async (
  folder: string,
  files: readonly JournalFile[],
  read: ReadJournal,
  now: number,
): Promise<Quarantined[]> => {
  const quarantined: Quarantined[] = []
  for (const [index, { damaged }] of read.files.entries()) {
    const file = files[index]
    if (file === undefined || damaged.length === 0) continue
    const copy = file.name.replace('journal', `journal.damaged-${timestampOf(now)}`)
    await copyFile(file.path, join(folder, copy))
    for (const damagedFile of new Set(damaged.map((found) => found.file))) {
      const lines = damaged.filter((found) => found.file === damagedFile).map(({ lineOfFile }) => lineOfFile)
      quarantined.push({ copy, file: damagedFile, lines })
    }
  }
  return quarantined
}

/** A process may have died while starting the last file: if it is empty, the previous file is the last one. */
const withoutEmptyEnd = async (folder: string, files: JournalFile[], bytes: Buffer[]): Promise<void> => {
  for (let last = files.at(-1); last !== undefined && files.length > 1; last = files.at(-1)) {
    if (bytes.at(-1)?.length !== 0) return
    await rm(last.path)
    await syncFolder(folder)
    files.pop()
    bytes.pop()
  }
}

/**
 * Reads all journal files in `folder` and opens the last one for appending. Damage and partial writes are
 * copied aside, never deleted. Throws the file system's error or `NewerJournalError`.
 */
export const openFiles = async (
  folder: string,
  now: number,
  openFile: OpenFile | undefined,
  onRecord: (record: JournalRecord) => void,
): Promise<OpenedFiles> => {
  const isRestored = await finishRestore(folder)
  const files = await findJournalFiles(folder)
  if (files.length === 0) {
    const first = journalFileAt(folder, 1)
    await (await open(first.path, 'a', 0o600)).close()
    await syncFolder(folder)
    files.push(first)
  }
  for (const { path } of files) {
    // Another program's file behind a link would be cut and appended to.
    if ((await lstat(path)).isSymbolicLink()) throw new Error(`${path} is a link`)
  }
  const bytes: Buffer[] = []
  for (const { path } of files) bytes.push(await readBytes(path, maxBytesToRead))
  await withoutEmptyEnd(folder, files, bytes)
  // Time-sliced, because the page waits for its first paint.
  const read = await runTimeSliced(readInSteps(bytes, onRecord))
  if (read.newer !== null) throw new NewerJournalError(read.newer)

  const quarantined = await quarantine(folder, files, read, now)
  const lines = [...read.files]
  const lastRead = lines.at(-1)
  const lastFile = files.at(-1)
  if (lastRead !== undefined && lastFile !== undefined && lastRead.torn.length > 0) {
    await writeFile(join(folder, `journal.torn-${timestampOf(now)}.log`), lastRead.torn, { mode: 0o600 })
    await truncate(lastFile.path, lastRead.wholeBytes)
    if (lastRead.wholeBytes === 0 && files.length > 1) {
      // The process died while writing its first record: the previous file is the last one.
      await rm(lastFile.path)
      await syncFolder(folder)
      files.pop()
      lines.pop()
    }
  }
  const last = files.at(-1)
  const end = lines.at(-1)
  if (last === undefined || end === undefined) throw new Error('a journal has at least one file')
  const isOlder = read.records > 0 && read.version < formatVersion
  const chain = await openFileChain({
    folder,
    files: files.map((file, index) => ({
      ...file,
      bytes: index === files.length - 1 ? end.wholeBytes : (bytes[index]?.length ?? 0),
    })),
    lastNumber: Math.max(last.number, read.lastFile),
    openFile,
  })
  if (!end.isEnded) await chain.append('\n')
  return {
    chain,
    read,
    quarantined,
    isRestored,
    backUpOlder: isOlder ? () => backUp(folder, files, now) : null,
  }
}
