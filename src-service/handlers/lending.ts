import type { Database } from '../store/database'
import type { Handler } from './request-context'
import { isBlank, rejectField } from './employee-fields'
import { idFrom } from './ids'
import { moveToLock } from './loans'
import { requireEmployee } from './require-employee'
import { BusinessException } from './business-exception'

/**
 * Locks the borrowed lock and the assets in id order, so that concurrent loans wait for each other instead of
 * deadlocking.
 */
const lockRows = (db: Database, borrowedUsbKey: string, assetIds: readonly number[]) =>
  db
    .selectFrom('assets')
    .select([
      'id',
      'asset_num',
      'enterprise_id',
      'borrowed_usb_key',
      'locked',
      'lent_to',
      'lent_onto',
      'assigned_to',
    ])
    .where((eb) =>
      eb.or([
        eb('asset_num', '=', borrowedUsbKey),
        ...(assetIds.length === 0 ? [] : [eb('id', 'in', assetIds)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

const hasNoNodes = async (db: Database, assetId: number): Promise<boolean> => {
  const row = await db
    .selectFrom('products')
    .select('id')
    .where('asset_id', '=', assetId)
    .where('limit_concurrent', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type LockedRow = Awaited<ReturnType<typeof lockRows>>[number]
type Employee = Awaited<ReturnType<typeof requireEmployee>>

const requireFields = (
  { borrowedUsbKey, assetIDs }: { readonly borrowedUsbKey: string; readonly assetIDs: readonly string[] },
  maxAssets: number,
): void => {
  if (isBlank(borrowedUsbKey)) rejectField('40000', 'borrowedUsbKey', 'must not be empty')
  if (assetIDs.length === 0) rejectField('40000', 'assetIDs', 'must not be empty')
  if (assetIDs.length > maxAssets) {
    rejectField('40000', 'assetIDs', `must not have more than ${maxAssets} assets`)
  }
}

/** The borrowed lock, which no other employee has. */
const requireBorrowedLock = (
  rows: readonly LockedRow[],
  borrowedUsbKey: string,
  employee: Employee,
): LockedRow => {
  const lock = rows.find((row) => row.asset_num === borrowedUsbKey)
  if (!lock?.borrowed_usb_key || lock.locked || lock.enterprise_id !== employee.enterprise_id) {
    throw new BusinessException(
      '33008',
      `${borrowedUsbKey} is not an enabled borrowed lock of this enterprise`,
    )
  }
  if (lock.lent_to !== null && lock.lent_to !== employee.id) {
    throw new BusinessException('33018', `Borrowed lock ${borrowedUsbKey} is lent to another employee`)
  }
  return lock
}

/** An asset of the employee that can move to the lock, or is on it. */
const requireLendable = async (
  db: Database,
  asset: LockedRow | undefined,
  { id, employee, lock }: { readonly id: string; readonly employee: Employee; readonly lock: LockedRow },
): Promise<LockedRow> => {
  if (asset?.assigned_to !== employee.id) {
    throw new BusinessException('33003', `Asset ${id} is not assigned to this employee`)
  }
  if (asset.lent_onto !== null && asset.lent_onto !== lock.id) {
    throw new BusinessException(
      '33007',
      `Asset ${asset.asset_num} is already lent onto another borrowed lock`,
    )
  }
  if (await hasNoNodes(db, asset.id))
    throw new BusinessException('33006', `Asset ${asset.asset_num} has no concurrent nodes left`)
  return asset
}

/**
 * Operation 10: moves the products of an employee's assets to a borrowed lock, all or nothing. The checks have
 * a fixed order: the employee, the borrowed lock, then each asset in request order.
 */
export const lendAssets: Handler<'member.lendAssets'> = async ({ path, body }, context) => {
  const { db, now, policy, record } = context
  const { borrowedUsbKey = '', assetIDs = [] } = body
  requireFields({ borrowedUsbKey, assetIDs }, policy.assetsPerCall)
  const employee = await requireEmployee(db, path.memberGlobalId, '60026')

  const requestedIds = [...new Set(assetIDs)]
  const ids = requestedIds.map(idFrom).filter((id) => id !== null)
  const rows = await lockRows(db, borrowedUsbKey, ids)
  const lock = requireBorrowedLock(rows, borrowedUsbKey, employee)

  const assets: LockedRow[] = []
  for (const id of requestedIds) {
    const found = rows.find((row) => row.id === idFrom(id))
    const asset = await requireLendable(db, found, { id, employee, lock })
    if (asset.lent_onto === null) assets.push(asset)
  }
  if (assets.length === 0) return null

  const movedIds = assets.map(({ id }) => id)
  await moveToLock(lock.id, movedIds, context)
  await db
    .updateTable('assets')
    .set({ lent_onto: lock.id, updated_at: now })
    .where('id', 'in', movedIds)
    .execute()
  await db
    .updateTable('assets')
    .set({ lent_to: employee.id, updated_at: now })
    .where('id', '=', lock.id)
    .execute()
  const lentTo = { lentTo: employee.global_id }
  await record([
    ...(lock.lent_to === null ? [{ target: lock.asset_num, from: { lentTo: null }, to: lentTo }] : []),
    ...assets.map(({ asset_num }) => ({
      target: asset_num,
      from: { lentOnto: null },
      to: { lentOnto: lock.asset_num },
    })),
  ])
  return null
}
