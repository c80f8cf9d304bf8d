import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { StartFailure } from './start-failure'
import { lockFolder } from './store/folder-lock'
import { folderReason } from './store/reasons'

/** Makes the data folder and claims it, so that no other service opens the store in it. @returns what gives it back */
export const claimFolder = async (folder: string): Promise<() => Promise<void>> => {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const reason = folderReason(folder, error) ?? `The folder ${folder} cannot be used: ${String(error)}`
    throw new StartFailure('failed', reason, { cause: error })
  }
  const unlock = await lockFolder(folder)
  if (unlock === null) throw new StartFailure('failed', `Another service is running on ${folder}.`)
  return unlock
}
