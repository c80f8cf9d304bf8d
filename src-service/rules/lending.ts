import type { Database } from '../store/database'
import type { Rule } from './call'
import { isBlank, refuseField } from './employee-fields'
import { idFrom } from './ids'
import { moveOnto } from './loans'
import { requireEmployee } from './member-found'
import { Refusal } from './refusal'

/** Lock and assets in one go, in one order everywhere: two contested loans wait for each other. */
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

/**
 * Operation 10: moves the products of an employee's assets onto a borrowed lock, all or nothing. What speaks
 * against it is looked for in a fixed order: the employee, the lock, then each asset in the order asked.
 */
export const lendAssets: Rule<'member.lendAssets'> = async ({ path, body }, desk) => {
  const { db, now, policy, record } = desk
  const { borrowedUsbKey = '', assetIDs = [] } = body
  if (isBlank(borrowedUsbKey)) refuseField('40000', 'borrowedUsbKey', 'must not be empty')
  if (assetIDs.length === 0) refuseField('40000', 'assetIDs', 'must not be empty')
  if (assetIDs.length > policy.assetsPerCall) {
    refuseField('40000', 'assetIDs', `at most ${policy.assetsPerCall} a call`)
  }
  const employee = await requireEmployee(db, path.memberGlobalId, '60026')

  const asked = [...new Set(assetIDs)]
  const ids = asked.map(idFrom).filter((id) => id !== null)
  const rows = await lockRows(db, borrowedUsbKey, ids)
  const lock = rows.find((row) => row.asset_num === borrowedUsbKey)
  if (!lock?.borrowed_usb_key || lock.locked || lock.enterprise_id !== employee.enterprise_id) {
    throw new Refusal('33008', `${borrowedUsbKey} is not a borrowed lock that can be lent onto`)
  }
  if (lock.lent_to !== null && lock.lent_to !== employee.id) {
    throw new Refusal('33018', `${borrowedUsbKey} is lent to another employee`)
  }

  const assets = []
  for (const id of asked) {
    const asset = rows.find((row) => row.id === idFrom(id))
    if (asset?.assigned_to !== employee.id) {
      throw new Refusal('33003', `Asset ${id} is not assigned to this employee`)
    }
    if (asset.lent_onto !== null && asset.lent_onto !== lock.id) {
      throw new Refusal('33007', `${asset.asset_num} is lent onto another borrowed lock`)
    }
    if (await hasNoNodes(db, asset.id)) throw new Refusal('33006', `${asset.asset_num} has no node left`)
    if (asset.lent_onto === null) assets.push(asset)
  }
  if (assets.length === 0) return null

  const moving = assets.map(({ id }) => id)
  await moveOnto(lock.id, moving, desk)
  await db
    .updateTable('assets')
    .set({ lent_onto: lock.id, updated_at: now })
    .where('id', 'in', moving)
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
