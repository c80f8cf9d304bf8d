import type { RequestContext } from './request-context'

/** A loan moves the products of an asset and the packages that contain them. */
const movedTables = ['products', 'merchandises'] as const

export const moveToLock = async (
  lockId: number,
  assetIds: readonly number[],
  { db, now }: RequestContext,
): Promise<void> => {
  for (const table of movedTables) {
    await db
      .updateTable(table)
      .set({ held_by: lockId, updated_at: now })
      .where('asset_id', 'in', assetIds)
      .execute()
  }
}

/** Moves everything on a borrowed lock back to its assets and makes the lock available. */
export const returnLoans = async (
  lockId: number,
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
): Promise<void> => {
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

/** Returns a lent borrowed lock, as the platform does outside its API. False if no such lock is lent. */
export const returnLentLock = async (
  assetNum: string,
  context: Pick<RequestContext, 'db' | 'now'>,
): Promise<boolean> => {
  const lock = await context.db
    .selectFrom('assets')
    .select('id')
    .where('asset_num', '=', assetNum)
    .where('borrowed_usb_key', '=', true)
    .where('lent_to', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (lock === undefined) return false
  await returnLoans(lock.id, context)
  return true
}

/** Makes a borrowed lock available if no lent asset is left on it. */
export const releaseIfEmpty = async (lockId: number, context: RequestContext): Promise<void> => {
  const remaining = await context.db
    .selectFrom('assets')
    .select('id')
    .where('lent_onto', '=', lockId)
    .limit(1)
    .executeTakeFirst()
  if (remaining === undefined) await returnLoans(lockId, context)
}
