import { hostname } from 'node:os'
import { join } from 'node:path'
import { powerMonitor } from 'electron'
import { messageOf } from '#shared/error-message'
import type { Policy } from '#shared/model/app/policy'
import { createBranchFiles } from '../branch/branch-files'
import { createBranchService } from '../branch/branch-service'
import type { PresetBranch } from '../branch/branch-service'
import { maxJoinFileBytes } from '../branch/database/join-file'
import { describeBranch } from '../branch/describe-branch'
import { createJournalHeads } from '../branch/journal-heads'
import { createOrderClaims } from '../branch/order-claims'
import { notShared } from '../util/folded-list'
import { hasRecord } from '../result-log/read-records'
import { readBytes } from '../util/files/regular-file'
import type { PlatformBranch } from '../util/folded-list'
import { createStocktakeCopies } from '../stocktake/stocktake-copies'
import { createStocktakeFolder } from '../stocktake/stocktake-file'
import { createSequencer, timeout } from '../util/async'
import { noClaims } from '../work-orders/order-claims'
import type { OrderClaims } from '../work-orders/order-claims'
import type { SigningKeys } from '../work-orders/signing-key'
import type { UsedOrders } from '../work-orders/used-orders'
import type { EarlyServices } from './early-services'
import type { Records } from './start-records'

/** What the page asks for with its first picture comes first. */
const afterPaintMs = 500

/** An open platform, or training. */
export interface PlatformAt {
  readonly training: boolean
  readonly address: string | null
}

/** The saved platforms and the one of the command line; training is not shared. */
export const platformsOf = ({ savedPlatforms, options }: EarlyServices) => {
  const addresses = new Map<string, string>()
  for (const { platformId, baseUrl } of savedPlatforms.all()) addresses.set(platformId, baseUrl)
  const launched = options.platform?.baseUrl
  if (launched !== undefined) addresses.set(savedPlatforms.platformIdAt(launched), launched)
  return [...addresses].map(([platformId, baseUrl]) => ({ platformId, baseUrl }))
}

/** The join file of the policy, with the name of this computer in place of `{computer}`. */
const presetOf = ({ branch }: Policy): PresetBranch | null => {
  if (branch === undefined) return null
  const path = branch.replaceAll('{computer}', hostname().replaceAll(/[^\w.-]/g, '_'))
  return { path, read: () => readBytes(path, maxJoinFileBytes) }
}

/**
 * The branch that this computer is in. It connects after the first paint, and for a command where that needs it.
 */
export const startBranch = (
  early: EarlyServices,
  { journal }: Records,
  { signingKeys: keys, usedOrders }: { readonly signingKeys: SigningKeys; readonly usedOrders: UsedOrders },
) => {
  const { disposables, files, folder, hasWindow, log, policy, vault, window } = early
  const onError = (error: unknown) => log.warn(`branch: ${messageOf(error)}`)
  const stocktakeWrites = createSequencer()
  const branchFiles = disposables.add(
    createBranchFiles({
      folder: join(folder, 'branch'),
      joined: () => files.branch.read().joined?.access.computer.id ?? null,
      keys,
      files,
      stocktakes: createStocktakeCopies({
        // What is wrong with a file is named where its platform is opened.
        folder: createStocktakeFolder({
          folder: join(folder, 'stocktakes'),
          onProblem: () => undefined,
          now: Date.now,
          openFile: undefined,
        }),
        writes: stocktakeWrites,
      }),
      platforms: () => platformsOf(early),
      now: Date.now,
      onError,
    }),
  )
  const branch = disposables.add(
    createBranchService({
      file: files.branch,
      files: branchFiles,
      vault,
      keys,
      now: Date.now,
      log,
      preset: presetOf(policy.state.policy),
      connect: async (access) => {
        const { connectToBranch } = await import('../branch/database/branch-connection')
        return connectToBranch(access)
      },
    }),
  )
  branch.onChange((joined) => window.emit('branch/changed', joined === null ? null : describeBranch(joined)))
  // After sleep, a connection may be gone without a sign; an unlocked vault has the password.
  powerMonitor.on('resume', branch.retry)
  disposables.add(vault.onChange(branch.retry))
  const orderClaims = disposables.add(
    createOrderClaims({
      branch,
      files: branchFiles,
      used: usedOrders,
      journal,
      addressOf: (id) => platformsOf(early).find(({ platformId }) => platformId === id)?.baseUrl ?? null,
      isRequired: policy.state.policy.branchRequired === true,
      now: Date.now,
      log,
    }),
  )
  disposables.add(
    createJournalHeads({
      branch,
      files: branchFiles,
      journal,
      contains: (hash) => hasRecord(journal.files(), hash),
      log,
    }),
  )
  const stopping = new AbortController()
  disposables.add(() => stopping.abort())
  const startWithWindow = async (): Promise<void> => {
    await window.firstPaint
    await timeout(afterPaintMs, stopping.signal)
    if (!stopping.signal.aborted) await branch.start()
  }
  if (hasWindow) void startWithWindow().catch(onError)
  return {
    branch,
    stocktakeWrites,
    /** The branch as far as it concerns a platform. */
    branchOf: ({ training, address }: PlatformAt): PlatformBranch =>
      training || address === null ? notShared : branchFiles.of(address),
    /** The work orders of a platform in the branch. */
    claimsOf: ({ training, address }: PlatformAt): OrderClaims =>
      training || address === null ? noClaims : orderClaims.of(address),
  }
}
