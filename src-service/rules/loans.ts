import type { Desk } from './call'

/** What a loan moves: the products of an asset and the packages they are in. */
const movedTables = ['products', 'merchandises'] as const

export const moveOnto = async (
  lockId: number,
  assetIds: readonly number[],
  { db, now }: Desk,
): Promise<void> => {
  for (const table of movedTables) {
    await db
      .updateTable(table)
      .set({ held_by: lockId, updated_at: now })
      .where('asset_id', 'in', assetIds)
      .execute()
  }
}

/** What stands under a borrowed lock goes back to the assets it came from, and the lock is nobody's. */
export const returnLoans = async (lockId: number, { db, now }: Desk): Promise<void> => {
  for (const table of movedTables) {
    await db
      .updateTable(table)
      .set((eb) => ({ held_by: eb.ref('asset_id'), updated_at: now }))
      .where('held_by', '=', lockId)
      .execute()
  }
  await db
    .updateTable('assets')
    .set({ lent_onto: null, updated_at: now })
    .where('lent_onto', '=', lockId)
    .execute()
  await db.updateTable('assets').set({ lent_to: null, updated_at: now }).where('id', '=', lockId).execute()
}

/** A borrowed lock with nothing left on it is nobody's. */
export const freeIfEmpty = async (lockId: number, desk: Desk): Promise<void> => {
  const left = await desk.db
    .selectFrom('assets')
    .select('id')
    .where('lent_onto', '=', lockId)
    .limit(1)
    .executeTakeFirst()
  if (left === undefined) await returnLoans(lockId, desk)
}
