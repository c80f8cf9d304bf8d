import { expect } from 'vitest'
import { branchFileSchema, noBranch } from '../../../src-main/branch/branch-file'
import { createBranchFiles } from '../../../src-main/branch/branch-files'
import { createBranchService } from '../../../src-main/branch/branch-service'
import type { PresetBranch } from '../../../src-main/branch/branch-service'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import type { BranchConnection } from '../../../src-main/branch/database/branch-connection'
import type { JoinFile } from '../../../src-main/branch/database/join-file'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import { memoryVault } from './support'

export const deskAddress = 'https://platform.example'

/** The branch of one computer, as `start-branch.ts` puts it together on its data folder; not started. */
export const openBranchDesk = async (
  folder: string,
  {
    vault = memoryVault('keyring'),
    preset = null,
    through = (connection) => connection,
  }: {
    readonly vault?: ReturnType<typeof memoryVault>
    readonly preset?: PresetBranch | null
    /** Between this desk and its connection. */
    readonly through?: (connection: BranchConnection) => BranchConnection
  } = {},
) => {
  const keys = createSigningKeys(vault as never)
  const { file: loans } = await openJsonFile(`${folder}/loans.json`, loanFactsSchema, noLoanFacts)
  const { file: lockNames } = await openJsonFile(`${folder}/lock-names.json`, lockNamesSchema, noLockNames)
  const { file } = await openJsonFile(`${folder}/branch.json`, branchFileSchema, noBranch)
  const files = createBranchFiles({
    folder: `${folder}/branch`,
    joined: () => file.read().joined?.access.computer.id ?? null,
    keys,
    files: { loans, lockNames },
    platforms: () => [{ platformId: deskAddress, baseUrl: deskAddress }],
    now: Date.now,
    onError: (error) => {
      throw error
    },
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
    stop: async () => {
      await branch.stop()
      await files.stop()
    },
  }
}
export type BranchDesk = Awaited<ReturnType<typeof openBranchDesk>>

export const isShared = ({ branch }: Pick<BranchDesk, 'branch'>) =>
  expect
    .poll(() => branch.view()?.state, { timeout: 60_000 })
    .toMatchObject({ connected: true, notShared: 0 })

export const joinBranch = async (desk: Pick<BranchDesk, 'branch'>, file: JoinFile): Promise<void> => {
  expect(await desk.branch.join(Buffer.from(joinFileText(file), 'utf8'))).toMatchObject({ ok: true })
  await isShared(desk)
}
