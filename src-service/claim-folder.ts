import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { OwnedElsewhereError, takeOwnership } from '../src-system/owner-lock'
import type { Ownership } from '../src-system/owner-lock'
import { ForeignFolderError, makeContentPrivate, makePrivateFolder } from '../src-system/private-folder'
import { StartFailure } from './start-failure'
import { folderReason } from './store/reasons'

/**
 * Makes the data folder private to the current user, because the embedded database creates world-readable
 * files, and takes ownership so that no second service opens the same store.
 * @returns a function that releases the ownership
 */
export const claimFolder = async (folder: string): Promise<() => Promise<void>> => {
  let owner: Ownership | null
  try {
    makePrivateFolder(folder)
    makeContentPrivate(folder)
    await access(folder, constants.W_OK)
    owner = await takeOwnership(folder)
  } catch (error) {
    if (error instanceof ForeignFolderError) {
      const reason = `The folder ${error.folder} belongs to another user. Choose another folder with --data.`
      throw new StartFailure('failed', reason, { cause: error })
    }
    if (error instanceof OwnedElsewhereError) {
      const reason = `The computer ${error.host} uses the folder ${folder}. Stop the service there. If it is off, delete the folder “owner” in it.`
      throw new StartFailure('failed', reason, { cause: error })
    }
    const reason = folderReason(folder, error) ?? `Cannot use the folder ${folder}: ${String(error)}`
    throw new StartFailure('failed', reason, { cause: error })
  }
  if (owner === null)
    throw new StartFailure(
      'failed',
      `Another service is using the folder ${folder}. Stop it, or choose another folder with --data.`,
    )
  return owner.release
}
