import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../util/files/durable-file'
import { openFileToRead } from '../util/files/regular-file'
import { findJournalFiles, journalFileAt, timestampOf } from './journal-files'

// A restore has four steps, and a crash may follow each: stage a copy; rename it, which makes it the journal;
// move the old files aside; write final states for the backup's waiting rows. The next start completes the
// remaining steps: a marker file stays until the states are on disk.

const stagedName = 'journal.staged'
const unfinishedMarkerName = 'journal.unended-restore'
const committedName = /^journal\.restored-(.+)\.log$/

export const stagedPath = (folder: string): string => join(folder, stagedName)

/** Copies the chosen file next to the journal, so that the verified file is the one restored. */
export const stage = async (folder: string, from: string): Promise<string> => {
  const path = stagedPath(folder)
  await rm(path, { force: true })
  const source = await openFileToRead(from)
  try {
    const copy = await open(path, 'wx', 0o600)
    try {
      const { size } = await source.stat()
      // Up to its present size: another program may keep writing to it.
      if (size > 0) await writeFile(copy, source.createReadStream({ end: size - 1, autoClose: false }))
      await copy.sync()
    } finally {
      await copy.close()
    }
  } finally {
    await source.close()
  }
  return path
}

export const dropStaged = (folder: string): Promise<void> => rm(stagedPath(folder), { force: true })

/**
 * Makes the staged file the journal; `finishRestore` does the rest. If it throws, nothing is restored, unless
 * `isRestoreCommitted`.
 */
export const commitRestore = async (folder: string, now: number): Promise<void> => {
  const committedPath = join(folder, `journal.restored-${timestampOf(now)}.log`)
  await rename(stagedPath(folder), committedPath)
  try {
    await syncFolder(folder)
  } catch (error) {
    // After reporting a failure, the restore must not happen at the next start.
    await rename(committedPath, stagedPath(folder))
    throw error
  }
}

export const isRestoreCommitted = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).some((name) => committedName.test(name))

/** Marks on disk that waiting rows of the backup may have ended since. */
const markUnfinished = async (folder: string): Promise<void> => {
  const marker = await open(join(folder, unfinishedMarkerName), 'a', 0o600)
  try {
    await marker.sync()
  } finally {
    await marker.close()
  }
  await syncFolder(folder)
}

const isUnfinished = async (folder: string): Promise<boolean> =>
  (await readdir(folder)).includes(unfinishedMarkerName)

/** Removes the marker: the states are on disk. */
export const endRestore = async (folder: string): Promise<void> => {
  await rm(join(folder, unfinishedMarkerName), { force: true })
  await syncFolder(folder)
}

/**
 * Moves the old journal's files to a separate folder and puts the restored file in place. Resolves to true
 * until `endRestore`: waiting rows may have been sent since the backup.
 */
export const finishRestore = async (folder: string): Promise<boolean> => {
  await dropStaged(folder)
  const name = (await readdir(folder)).find((one) => committedName.test(one))
  if (name === undefined) return isUnfinished(folder)
  const movedFiles = join(folder, `replaced-${committedName.exec(name)?.[1] ?? ''}`)
  await mkdir(movedFiles, { recursive: true, mode: 0o700 })
  for (const file of await findJournalFiles(folder)) await rename(file.path, join(movedFiles, file.name))
  await syncFolder(movedFiles)
  await markUnfinished(folder)
  await rename(join(folder, name), journalFileAt(folder, 1).path)
  await syncFolder(folder)
  return true
}
