import { expect } from 'vitest'
import { createSharedActivity } from '../../../src-main/branch/shared-activity'
import type { AdminAccess } from '../../../src-main/branch/database/branch-admin'
import { joinFileText } from '../../../src-main/branch/database/join-file'
import { createStocktakes } from '../../../src-main/stocktake/stocktakes'
import type { Stocktakes } from '../../../src-main/stocktake/stocktakes'
import { listsOf, lockAt, ports, recordOf } from '../../stocktake/support/lists'
import { temporaryFolder } from '../../support/temporary-folder'
import { deskAddress, deskPlatform, openDeskParts } from './desk-parts'
import { memoryVault, newDesk, valueOf } from './support'

export const listed = [1, 2, 3, 4, 5].map((place) => recordOf(lockAt(place), { locked: place === 2 }))

/** A desk that counts, as `start-branch.ts` and `session-services.ts` put it together. */
export const startStocktakeDesk = async (
  operator: string,
  kept: { readonly folder?: { readonly path: string }; readonly vault?: ReturnType<typeof memoryVault> } = {},
) => {
  const temporary = kept.folder === undefined ? await temporaryFolder() : null
  const folder = kept.folder ?? temporary!
  const vault = kept.vault ?? memoryVault('keyring')
  const errors: unknown[] = []
  const onError = (error: unknown): void => void errors.push(error)
  const parts = await openDeskParts(folder.path, { vault, onError })
  const { branch: service, files } = parts
  const lists = listsOf(listed)
  const usb = ports()
  const stocktakes: Stocktakes = createStocktakes({
    folder: `${folder.path}/stocktakes`,
    platformId: deskPlatform,
    directory: lists.directory,
    locks: usb.locks,
    branch: files.of(deskAddress),
    writes: parts.stocktakeWrites,
    onProblem: onError,
  })
  const activity = createSharedActivity(files.of(deskAddress))
  await service.start()

  const stop = async () => {
    await stocktakes.stop()
    await activity.stop()
    await parts.stop()
  }
  return {
    folder,
    vault,
    service,
    stocktakes,
    activity,
    branch: files.of(deskAddress),
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
