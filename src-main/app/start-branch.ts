import { messageOf } from '#shared/error-message'
import { normalizeAddress } from '#shared/model/app/environment'
import { createBranchService } from '../branch/branch-service'
import type { BranchFiles } from '../branch/branch-stores'
import { factsOfLoans, factsOfNames } from '../branch/known-facts'
import type { Stated } from '../branch/own-events'
import { createSharedFacts } from '../branch/shared-facts'
import type { SharedFacts } from '../branch/shared-facts'
import { loanList } from '../changes/loans/loan-facts'
import { nameList } from '../directory/lock-names'
import { noBranch } from '../util/folded-list'
import type { PlatformBranch } from '../util/folded-list'
import type { SigningKeys } from '../work-orders/signing-key'
import type { EarlyServices } from './early-services'

interface SharedPlatform {
  /** The key of its data on this computer. */
  readonly platformId: string
  /** Its normalized base URL, the same on all computers. */
  readonly address: string
}

/** The saved platforms and the one of the command line; training is not shared. */
const platformsOf = ({ environments, options }: EarlyServices): readonly SharedPlatform[] => {
  const addresses = new Map<string, string>()
  for (const { platformId, baseUrl } of environments.all())
    addresses.set(platformId, normalizeAddress(baseUrl))
  const launched = options.platform?.baseUrl
  if (launched !== undefined) addresses.set(environments.platformIdAt(launched), normalizeAddress(launched))
  return [...addresses].map(([platformId, address]) => ({ platformId, address }))
}

/** What the files of this computer amount to. */
const knownIn = (early: EarlyServices): readonly Stated[] => {
  const { loans, lockNames } = early.files
  return platformsOf(early).map(({ platformId, address }) => ({
    platform: address,
    facts: [
      ...factsOfLoans(loans.read().platforms[platformId] ?? []),
      ...factsOfNames(lockNames.read().platforms[platformId] ?? []),
    ],
  }))
}

/** What is known of the branch stays in the files of a computer that leaves, also of platforms that are not open. */
const keepKnown = async (early: EarlyServices, facts: SharedFacts): Promise<void> => {
  const { loans, lockNames } = early.files
  for (const { platformId, address } of platformsOf(early)) {
    const branch = facts.of(address).current()
    if (branch === null || branch.registers.size === 0) continue
    const { registers, computer } = branch
    const [kept, named] = [loanList.entriesIn(registers, computer), nameList.entriesIn(registers, computer)]
    await loans.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platformId]: kept },
    }))
    await lockNames.update((content) => ({
      ...content,
      platforms: { ...content.platforms, [platformId]: named },
    }))
  }
}

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
  const branchFiles: BranchFiles = {
    ...sharedFacts,
    close: async () => {
      await keepKnown(early, sharedFacts)
      await sharedFacts.close()
    },
  }
  const branch = disposables.add(
    createBranchService({
      file: files.branch,
      files: branchFiles,
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
