import { hash } from 'node:crypto'
import { userInfo } from 'node:os'
import { join } from 'node:path'

/** What is needed of the computer. */
export interface Account {
  readonly platform: NodeJS.Platform
  /** The home folder that the system has for the account, whatever HOME or USERPROFILE say. */
  readonly home: string
}

/** The account of this process. `fallback` is its home folder where the system does not know the account. */
export const thisAccount = (fallback: string): Account => {
  try {
    return { platform: process.platform, home: userInfo().homedir }
  } catch {
    return { platform: process.platform, home: fallback }
  }
}

/**
 * The data folder of the account. `appData` is what Electron says: on Windows it comes from the system, elsewhere from
 * environment variables, which do not count here.
 */
export const accountDataFolder = (
  { platform, home }: Account,
  { appData, name }: { readonly appData: string; readonly name: string },
): string => {
  if (platform === 'win32') return join(appData, name)
  return join(home, platform === 'darwin' ? 'Library/Application Support' : '.config', name)
}

const recordFolders: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'AppData/Local/Lock Desk Records',
  darwin: 'Library/Application Support/Lock Desk Records',
}

/** Where the account's record of a data folder is (account-record.ts), outside that folder. */
export const accountRecordPath = ({ platform, home }: Account, dataFolder: string): string =>
  join(
    home,
    recordFolders[platform] ?? '.local/state/lock-desk',
    `${hash('sha256', dataFolder).slice(0, 16)}.json`,
  )
