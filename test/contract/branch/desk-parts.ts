import { branchFileSchema, noBranch } from '../../../src-main/branch/branch-file'
import { createBranchFiles } from '../../../src-main/branch/branch-files'
import { createBranchService } from '../../../src-main/branch/branch-service'
import type { PresetBranch } from '../../../src-main/branch/branch-service'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import type { BranchConnection } from '../../../src-main/branch/database/branch-connection'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { createStocktakeCopies } from '../../../src-main/stocktake/stocktake-copies'
import { createStocktakeFolder } from '../../../src-main/stocktake/stocktake-file'
import { createSequencer } from '../../../src-main/util/async'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import type { memoryVault } from './support'

export const deskAddress = 'https://platform.example'
export const deskPlatform = 'P1'

/** The branch of one computer, as `start-branch.ts` puts it together on its data folder; not started. */
export const openDeskParts = async (
  folder: string,
  {
    vault,
    preset = null,
    through = (connection) => connection,
    onError = (error) => {
      throw error
    },
  }: {
    readonly vault: ReturnType<typeof memoryVault>
    readonly preset?: PresetBranch | null
    /** Between this desk and its connection. */
    readonly through?: (connection: BranchConnection) => BranchConnection
    readonly onError?: (error: unknown) => void
  },
) => {
  const keys = createSigningKeys(vault as never)
  const { file: loans } = await openJsonFile(`${folder}/loans.json`, loanFactsSchema, noLoanFacts)
  const { file: lockNames } = await openJsonFile(`${folder}/lock-names.json`, lockNamesSchema, noLockNames)
  const { file } = await openJsonFile(`${folder}/branch.json`, branchFileSchema, noBranch)
  const stocktakeWrites = createSequencer()
  const stocktakeFolder = createStocktakeFolder({
    folder: `${folder}/stocktakes`,
    onProblem: onError,
    now: Date.now,
    openFile: undefined,
  })
  const files = createBranchFiles({
    folder: `${folder}/branch`,
    joined: () => file.read().joined?.access.computer.id ?? null,
    keys,
    files: { loans, lockNames },
    stocktakes: createStocktakeCopies({ folder: stocktakeFolder, writes: stocktakeWrites }),
    platforms: () => [{ platformId: deskPlatform, baseUrl: deskAddress }],
    now: Date.now,
    onError,
  })
  const branch = createBranchService({
    file,
    files,
    vault: vault as never,
    keys,
    now: Date.now,
    log: { warn: () => undefined },
    preset,
    connect: async (access) =>
      through(await connectToBranch(access, { connectMs: 3_000, statementMs: 3_000 })),
  })
  return {
    branch,
    files,
    vault,
    loans,
    lockNames,
    stocktakeWrites,
    stop: async () => {
      await branch.stop()
      await files.stop()
    },
  }
}
export type DeskParts = Awaited<ReturnType<typeof openDeskParts>>
