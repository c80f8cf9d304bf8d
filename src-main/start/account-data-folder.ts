import { restsOnDataFolder } from '#shared/model/app/policy'
import type { PolicyState } from '#shared/model/app/policy'
import { accountDataFolder, thisAccount } from '../policy/account-folder'

/** Why the app does not start, in English, or the data folder that it must use; null if the choice is free. */
export type FolderDecision = { readonly refused: string } | { readonly folder: string } | null

/** Loaded where the answer matters only, because it takes a while. */
const readSystemPolicy = async (): Promise<PolicyState> => {
  const [{ readPolicy }, { systemPolicy }] = await Promise.all([
    import('../policy/read-policy'),
    import('../policy/system-policy'),
  ])
  return readPolicy(systemPolicy(null))
}

/**
 * Decides about the data folder of a package. Under a policy whose limits, work orders or log of results rest on files of
 * the data folder, neither a switch nor the environment chooses it: another folder would know of no earlier change.
 */
export const decideFolder = async (
  facts: {
    /** The folder of `--user-data`, or null. */
    readonly chosen: string | null
    /** Electron's folder, which environment variables and Chromium's own switch can move. */
    readonly present: string
    readonly ofAccount: string
  },
  readState = readSystemPolicy,
): Promise<FolderDecision> => {
  const { chosen, present, ofAccount } = facts
  if (chosen === null && present === ofAccount) return null
  if (!restsOnDataFolder(await readState())) return null
  return chosen === null
    ? { folder: ofAccount }
    : { refused: 'the policy of this computer does not allow --user-data' }
}

/** For the account of this process. */
export const decideAccountFolder = (
  chosen: string | null,
  paths: {
    readonly home: string
    readonly appData: string
    readonly userData: string
    readonly name: string
  },
): Promise<FolderDecision> =>
  decideFolder({
    chosen,
    present: paths.userData,
    ofAccount: accountDataFolder(thisAccount(paths.home), paths),
  })
