import { copyFile, mkdir, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/durable'
import { inSlices } from '../in-slices'
import type { OpenFile } from './append-file'
import { openFileChain } from './file-chain'
import type { FileChain } from './file-chain'
import { findJournalFiles, journalFileAt, stampOf } from './journal-files'
import type { JournalFile } from './journal-files'
import { readInSteps } from './read-journal'
import type { ReadJournal } from './read-journal'
import { formatVersion } from './record'
import type { JournalRecord } from './record'
import { finishRestore } from './restore'

/** A copy of a file in which damage was found just now. */
interface Quarantined {
  readonly copy: string
  /** As the journal counts. */
  readonly file: number
  readonly lines: number[]
}

export interface OpenedFiles {
  readonly chain: FileChain
  readonly read: ReadJournal
  readonly quarantined: readonly Quarantined[]
  /** A backup has taken the place of what was there just now. */
  readonly isRestored: boolean
  /**
   * Where an older version wrote the last record: copies its files into a folder beside them, to be called before a
   * file of this version begins behind them.
   */
  readonly backUpOlder: (() => Promise<void>) | null
}

/** Thrown where a later version of the app wrote the journal; nothing was touched then. */
export class NewerJournal extends Error {
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
  const place = join(folder, `before-version-${formatVersion}-${stampOf(now)}`)
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
    const copy = file.name.replace('journal', `journal.damaged-${stampOf(now)}`)
    await copyFile(file.path, join(folder, copy))
    for (const of of new Set(damaged.map((found) => found.file))) {
      const lines = damaged.filter((found) => found.file === of).map(({ lineOfFile }) => lineOfFile)
      quarantined.push({ copy, file: of, lines })
    }
  }
  return quarantined
}

/** A last file that is empty was begun by a process that died over it: its predecessor is the last one still. */
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
 * Reads all files of the journal in `folder` and opens the last one to be appended to. Damage is copied aside, a
 * write that was cut off too, and never wiped. Throws what the disk said, and `NewerJournal`.
 */
export const openFiles = async (
  folder: string,
  now: number,
  openFile: OpenFile | undefined,
  take: (record: JournalRecord) => void,
): Promise<OpenedFiles> => {
  const isRestored = await finishRestore(folder)
  const files = await findJournalFiles(folder)
  if (files.length === 0) {
    const first = journalFileAt(folder, 1)
    await (await open(first.path, 'a', 0o600)).close()
    await syncFolder(folder)
    files.push(first)
  }
  const bytes: Buffer[] = []
  for (const { path } of files) bytes.push(await readFile(path))
  await withoutEmptyEnd(folder, files, bytes)
  // The window asks main for its first picture meanwhile.
  const read = await inSlices(readInSteps(bytes, take))
  if (read.newer !== null) throw new NewerJournal(read.newer)

  const quarantined = await quarantine(folder, files, read, now)
  const lines = [...read.files]
  const torn = lines.at(-1)
  const half = files.at(-1)
  if (torn !== undefined && half !== undefined && torn.torn.length > 0) {
    await writeFile(join(folder, `journal.torn-${stampOf(now)}.log`), torn.torn, { mode: 0o600 })
    await truncate(half.path, torn.wholeBytes)
    if (torn.wholeBytes === 0 && files.length > 1) {
      // Its first record was being written: the file before is the last one still.
      await rm(half.path)
      await syncFolder(folder)
      files.pop()
      lines.pop()
    }
  }
  const last = files.at(-1)
  const end = lines.at(-1)
  if (last === undefined || end === undefined) throw new Error('a journal has a file at least')
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
