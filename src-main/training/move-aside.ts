import { rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the training service keeps its data, below the user-data folder. */
export const trainingFolder = (userData: string): string => join(userData, 'training')

/** Moves the training data beside their place, so that the next start makes new ones. The service must have stopped. */
export const moveTrainingAside = async (userData: string, now: () => number = Date.now): Promise<void> => {
  const from = trainingFolder(userData)
  const stamp = new Date(now()).toISOString().replaceAll(':', '')
  try {
    await rename(from, `${from}-before-${stamp}`)
  } catch (error) {
    // Where training never started there is nothing to move.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}
