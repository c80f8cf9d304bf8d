import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The data folder of the training service, inside the user-data folder. */
export const trainingFolder = (userData: string): string => join(userData, 'training')

/** The number of former data folders that are kept. */
const maxCopies = 5

const deleteOldCopies = async (userData: string): Promise<void> => {
  const copies = (await readdir(userData)).filter((name) => name.startsWith('training-before-')).sort()
  for (const name of copies.slice(0, -maxCopies))
    await rm(join(userData, name), { recursive: true, force: true })
}

/**
 * Renames the training data folder, so that the next start creates new data, and deletes the oldest copies. The
 * service must have stopped.
 */
export const moveTrainingAside = async (userData: string, now: () => number = Date.now): Promise<void> => {
  const from = trainingFolder(userData)
  const stamp = new Date(now()).toISOString().replaceAll(':', '')
  try {
    await rename(from, `${from}-before-${stamp}`)
    await deleteOldCopies(userData)
  } catch (error) {
    // If training never started, there is nothing to move.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
