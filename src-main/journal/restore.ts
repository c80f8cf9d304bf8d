import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/durable'
import { findJournalFiles, journalFileAt, stampOf } from './journal-files'

// A journal is taken back in three steps, each of which a crash may follow: a copy that counts for nothing yet, its
// new name, from which on it is the journal, and the moving aside of what was there, which whoever opens next ends.

const stagedName = 'journal.staged'
const decided = /^journal\.restored-(.+)\.log$/

export const stagedPath = (folder: string): string => join(folder, stagedName)

/** Copies a file of the person's beside the journal, so that what is looked at now is what is taken later. */
export const stage = async (folder: string, from: string): Promise<string> => {
  const path = stagedPath(folder)
  await rm(path, { force: true })
  await copyFile(from, path)
  const copy = await open(path, 'r+')
  try {
    await copy.chmod(0o600)
    await copy.sync()
  } finally {
    await copy.close()
  }
  return path
}

export const dropStaged = (folder: string): Promise<void> => rm(stagedPath(folder), { force: true })

/** From here on the staged file is the journal; `finishRestore` does the rest. Where it throws, it is not. */
export const decideRestore = async (folder: string, now: number): Promise<void> => {
  const decidedPath = join(folder, `journal.restored-${stampOf(now)}.log`)
  await rename(stagedPath(folder), decidedPath)
  try {
    await syncFolder(folder)
  } catch (error) {
    // Who is told that it was not taken must not find it taken.
    await rename(decidedPath, stagedPath(folder))
    throw error
  }
}

/**
 * Moves the files of the journal before into a folder of their own, and puts the one that was decided on in place.
 * False where none was.
 */
export const finishRestore = async (folder: string): Promise<boolean> => {
  await dropStaged(folder)
  const name = (await readdir(folder)).find((one) => decided.test(one))
  if (name === undefined) return false
  const aside = join(folder, `replaced-${decided.exec(name)?.[1] ?? ''}`)
  await mkdir(aside, { recursive: true, mode: 0o700 })
  for (const file of await findJournalFiles(folder)) await rename(file.path, join(aside, file.name))
  await syncFolder(aside)
  await rename(join(folder, name), journalFileAt(folder, 1).path)
  await syncFolder(folder)
  return true
}
