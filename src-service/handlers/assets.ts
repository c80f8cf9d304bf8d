import type { Documented } from '#shared/model/api/fields'
import type { virtualAsset } from '#shared/model/api/order-resources'
import type { Database } from '../store/database'
import type { StoredLong } from '../store/schema'
import type { Handler } from './request-context'
import { BusinessException } from './business-exception'

/**
 * The API types a Long as a number. A value beyond 2^53 is sent exactly, because json.ts writes the digits of a
 * bigint.
 */
export const asNumber = (value: StoredLong | null): number | null => value as number | null

type VirtualAsset = Documented<typeof virtualAsset>

const findEnterprise = (db: Database, globalId: string) =>
  db.selectFrom('enterprises').select('id').where('global_id', '=', globalId).executeTakeFirst()

const extendsOf = async (db: Database, enterpriseId: number) => {
  const rows = await db
    .selectFrom('asset_extends')
    .innerJoin('assets', 'assets.id', 'asset_extends.asset_id')
    .select(['asset_id', 'extend_code', 'extend_value'])
    .where('assets.enterprise_id', '=', enterpriseId)
    .orderBy('extend_code')
    .execute()
  const byAsset = new Map<number, VirtualAsset['assetExtends']>()
  for (const { asset_id, extend_code, extend_value } of rows) {
    const list = byAsset.get(asset_id) ?? []
    list.push({ extendCode: extend_code, extendValue: extend_value })
    byAsset.set(asset_id, list)
  }
  return byAsset
}

/**
 * Operation 8 of the order module: the assets whose order named this enterprise (our reading of rule 10).
 * `extendCode` keeps only those with that extension.
 */
export const listAssets: Handler<'order.listAssets'> = async ({ path, query }, { db }) => {
  const enterprise = await findEnterprise(db, path.enterpriseGlobalId)
  if (enterprise === undefined)
    throw new BusinessException('13004', 'enterpriseGlobalId: enterprise not found')
  const { extendCode } = query
  const rows = await db
    .selectFrom('assets')
    .leftJoin('employees', 'employees.id', 'assets.assigned_to')
    // Each selected column costs time, so unused ones are left out.
    .select([
      'assets.id',
      'license_type',
      'asset_num',
      'customer_id',
      'key_shell_number',
      'key_chip_type',
      'locked',
      'freezing',
      'assets.created_at',
      'assets.updated_at',
      'limit_start',
      'limit_end',
      'assigned_at',
      'borrowed_usb_key',
      'employees.global_id as assigned_global_id',
    ])
    .where('assets.enterprise_id', '=', enterprise.id)
    .$if(extendCode !== undefined, (all) =>
      all.where((eb) =>
        eb.exists(
          eb
            .selectFrom('asset_extends')
            .select('asset_id')
            .whereRef('asset_extends.asset_id', '=', 'assets.id')
            .where('extend_code', '=', extendCode ?? ''),
        ),
      ),
    )
    .orderBy('assets.id')
    .execute()
  const extensions = await extendsOf(db, enterprise.id)
  return rows.map((row): VirtualAsset => {
    const id = String(row.id)
    return {
      id,
      licenseType: row.license_type,
      assetNum: row.asset_num,
      grantable: !row.borrowed_usb_key,
      customerId: String(row.customer_id),
      keyShellNumber: row.key_shell_number,
      keyChipType: row.key_chip_type,
      locked: row.locked,
      freezing: row.freezing,
      createTime: row.created_at,
      updateTime: row.updated_at,
      limitStartTime: asNumber(row.limit_start),
      limitEndTime: asNumber(row.limit_end),
      assignStatus: {
        id,
        assignStatus: row.assigned_global_id === null ? 'unassigned' : 'assigned',
        assignMemberId: row.assigned_global_id,
        createTime: row.assigned_at === null ? null : new Date(row.assigned_at).toISOString(),
        updateTime: null,
      },
      assetLimits: null,
      assetExtends: extensions.get(row.id) ?? [],
      borrowedUsbKey: row.borrowed_usb_key,
    }
  })
}

/** 60017 if the enterprise has no authorized customer or does not exist. */
export const requireBoundEnterprise = async (db: Database, globalId: string): Promise<number> => {
  const row = await db
    .selectFrom('enterprises')
    .innerJoin('customers', 'customers.enterprise_id', 'enterprises.id')
    .select('enterprises.id')
    .where('enterprises.global_id', '=', globalId)
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw new BusinessException('60017', 'The account is not bound to an authorized customer')
  return row.id
}

/** Member center, operation 6: all asset numbers of an enterprise with the assigned employee and the loan state. */
export const listAssetNumbers: Handler<'member.listAssetNumbers'> = async ({ path }, { db }) => {
  const enterpriseId = await requireBoundEnterprise(db, path.enterpriseGlobalId)
  const rows = await db
    .selectFrom('assets')
    .leftJoin('employees', 'employees.id', 'assets.assigned_to')
    .select(['assets.id', 'asset_num', 'lent_onto', 'lent_to', 'assets.online', 'global_id'])
    .where('assets.enterprise_id', '=', enterpriseId)
    .orderBy('assets.id')
    .execute()
  return rows.map((row) => ({
    assetNum: row.asset_num,
    assetId: String(row.id),
    cloudAccountGlobalId: row.global_id,
    borrowedFlag: row.lent_onto !== null || row.lent_to !== null,
    onlineFlag: row.online,
  }))
}

/** Member center, operation 8: the borrowed locks of an enterprise with the employee each is lent to. */
export const listBorrowedLocks: Handler<'member.listBorrowedLocks'> = async ({ path }, { db }) => {
  const enterpriseId = await requireBoundEnterprise(db, path.enterpriseGlobalId)
  const rows = await db
    .selectFrom('assets')
    .leftJoin('employees', 'employees.id', 'assets.lent_to')
    .select(['assets.id', 'asset_num', 'lent_to', 'global_id'])
    .where('assets.enterprise_id', '=', enterpriseId)
    .where('borrowed_usb_key', '=', true)
    .orderBy('assets.id')
    .execute()
  return rows.map((row) => ({
    assetId: String(row.id),
    assetNum: row.asset_num,
    borrowedFlag: row.lent_to !== null,
    cloudAccountGlobalId: row.global_id,
  }))
}
