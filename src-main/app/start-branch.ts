import { messageOf } from '#shared/error-message'
import { normalizeAddress } from '#shared/model/app/environment'
import { createBranchService } from '../branch/branch-service'
import { factsOfLoans, factsOfNames } from '../branch/known-facts'
import type { Stated } from '../branch/own-events'
import { createSharedFacts } from '../branch/shared-facts'
import { noBranch } from '../util/folded-list'
import type { PlatformBranch } from '../util/folded-list'
import type { SigningKeys } from '../work-orders/signing-key'
import type { EarlyServices } from './early-services'

/** What the files of this computer amount to, for each saved platform; training is not shared. */
const knownIn = ({ environments, files }: EarlyServices): readonly Stated[] =>
  environments.all().map(({ platformId, baseUrl }) => ({
    platform: normalizeAddress(baseUrl),
    facts: [
      ...factsOfLoans(files.loans.read().platforms[platformId] ?? []),
      ...factsOfNames(files.lockNames.read().platforms[platformId] ?? []),
    ],
  }))

/**
 * The branch that this computer is in. What it knows is read before the lists that show it; it connects after the first
 * paint, and for a command where that needs it.
 */
export const startBranch = async (early: EarlyServices, keys: SigningKeys) => {
  const { disposables, files, folder, hasWindow, log, vault, window } = early
  const onError = (error: unknown) => log.warn(`branch: not started: ${messageOf(error)}`)
  const sharedFacts = disposables.add(
    createSharedFacts({
      folder,
      key: async () => {
        const key = await keys.open()
        if (!key.ok) throw new Error(key.error.message)
        return key.value
      },
      now: Date.now,
      known: () => knownIn(early),
    }),
  )
  const { joined } = files.branch.read()
  if (joined !== null) await sharedFacts.open(joined.access.computer.id).catch(onError)
  const branch = disposables.add(
    createBranchService({
      file: files.branch,
      files: sharedFacts,
      vault,
      keys,
      now: Date.now,
      log,
      connect: async (access) => {
        const { connectToBranch } = await import('../branch/database/branch-connection')
        return connectToBranch(access)
      },
    }),
  )
  if (hasWindow) void window.firstPaint.then(() => branch.start()).catch(onError)
  return {
    branch,
    /** The branch as far as it concerns a platform. */
    branchOf: ({
      training,
      address,
    }: {
      readonly training: boolean
      readonly address: string | null
    }): PlatformBranch =>
      training || address === null ? noBranch : sharedFacts.of(normalizeAddress(address)),
  }
}
