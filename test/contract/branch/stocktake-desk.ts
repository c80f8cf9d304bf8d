import { expect } from 'vitest'
import { branchFileSchema, noBranch } from '../../../src-main/branch/branch-file'
import { createBranchFiles } from '../../../src-main/branch/branch-files'
import { createBranchService } from '../../../src-main/branch/branch-service'
import { createSharedActivity } from '../../../src-main/branch/shared-activity'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { connectToBranch } from '../../../src-main/branch/database/branch-connection'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { loanFactsSchema, noLoanFacts } from '../../../src-main/changes/loans/loan-facts'
import { lockNamesSchema, noLockNames } from '../../../src-main/directory/lock-names'
import { createStocktakeCopies } from '../../../src-main/stocktake/stocktake-copies'
import { createStocktakeFolder } from '../../../src-main/stocktake/stocktake-file'
import { createStocktakes } from '../../../src-main/stocktake/stocktakes'
import type { Stocktakes } from '../../../src-main/stocktake/stocktakes'
import { createSequencer } from '../../../src-main/util/async'
import { openJsonFile } from '../../../src-main/util/files/json-file'
import { createSigningKeys } from '../../../src-main/work-orders/signing-key'
import { listsOf, lockAt, ports, recordOf } from '../../stocktake/support/lists'
import { temporaryFolder } from '../../support/temporary-folder'
import { memoryVault, newDesk, valueOf } from './support'

const address = 'https://platform.example'
const platform = 'P1'

export const listed = [1, 2, 3, 4, 5].map((place) => recordOf(lockAt(place), { locked: place === 2 }))

/** A desk that counts, as `start-branch.ts` and `session-services.ts` put it together. */
export const startStocktakeDesk = async (
  operator: string,
  kept: { readonly folder?: { readonly path: string }; readonly vault?: ReturnType<typeof memoryVault> } = {},
) => {
  const temporary = kept.folder === undefined ? await temporaryFolder() : null
  const folder = kept.folder ?? temporary!
  const vault = kept.vault ?? memoryVault('keyring')
  const keys = createSigningKeys(vault as never)
  const { file: loans } = await openJsonFile(`${folder.path}/loans.json`, loanFactsSchema, noLoanFacts)
  const names = await openJsonFile(`${folder.path}/lock-names.json`, lockNamesSchema, noLockNames)
  const { file } = await openJsonFile(`${folder.path}/branch.json`, branchFileSchema, noBranch)
  const writes = createSequencer()
  const errors: unknown[] = []
  const stocktakeFolder = createStocktakeFolder({
    folder: `${folder.path}/stocktakes`,
    onProblem: (problem) => errors.push(problem),
    now: Date.now,
    openFile: undefined,
  })
  const files = createBranchFiles({
    folder: `${folder.path}/branch`,
    joined: () => file.read().joined?.access.computer.id ?? null,
    keys,
    files: { loans, lockNames: names.file },
    stocktakes: createStocktakeCopies({ folder: stocktakeFolder, writes }),
    platforms: () => [{ platformId: platform, baseUrl: address }],
    now: Date.now,
    onError: (error) => errors.push(error),
  })
  const service = createBranchService({
    file,
    files,
    vault: vault as never,
    keys,
    now: Date.now,
    log: { warn: () => undefined },
    connect: connectToBranch,
  })
  const lists = listsOf(listed)
  const usb = ports()
  const stocktakes: Stocktakes = createStocktakes({
    folder: `${folder.path}/stocktakes`,
    platformId: platform,
    records: lists.records,
    locks: usb.locks,
    branch: files.of(address),
    writes,
    onProblem: (problem) => errors.push(problem),
  })
  const activity = createSharedActivity(files.of(address))
  await service.start()

  const stop = async () => {
    await stocktakes.stop()
    await activity.stop()
    await service.stop()
    await files.stop()
  }
  return {
    folder,
    vault,
    service,
    stocktakes,
    activity,
    branch: files.of(address),
    lists,
    usb,
    errors,
    stop,
    remove: () => temporary?.remove(),
    join: async (admin: AdminAccess) => {
      const text = joinFileText(await newDesk(admin, operator))
      expect(await service.join(Buffer.from(text, 'utf8'))).toMatchObject({ ok: true })
      await expect.poll(() => service.view()?.state).toMatchObject({ connected: true, notShared: 0 })
    },
    start: async () =>
      valueOf(
        await stocktakes.start({
          scope: { kind: 'enterprise', enterpriseGlobalId: 'E1' },
          operatorIdentity: operator,
        }),
      ).id,
    count: async (id: string, ...numbers: string[]) =>
      valueOf(await stocktakes.count({ id, numbers, operatorIdentity: operator })),
    undo: async (id: string, ...numbers: string[]) =>
      valueOf(await stocktakes.undo({ id, numbers, operatorIdentity: operator })),
    end: (id: string, how: 'finish' | 'cancel' = 'finish') =>
      stocktakes.end({ id, how, operatorIdentity: operator }),
    rows: async (id: string) => {
      const read = await stocktakes.read({ id, from: 0, limit: 1_000 })
      return read.ok ? read.value.rows : []
    },
    /** Who counted which lock. */
    counted: async (id: string) => {
      const read = await stocktakes.read({ id, from: 0, limit: 1_000 })
      if (!read.ok) return null
      return Object.fromEntries(
        read.value.rows.flatMap(({ number, counted }) =>
          counted === null ? [] : [[number, counted.operator]],
        ),
      )
    },
    summary: async (id: string) => (await stocktakes.list()).find((one) => one.id === id),
  }
}
export type StocktakeDesk = Awaited<ReturnType<typeof startStocktakeDesk>>
