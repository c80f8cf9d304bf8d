import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { licenseTypes } from '#shared/model/api/license-types'
import type { LicenseType } from '#shared/model/api/license-types'
import { lockOperationStatus } from '#shared/model/api/order-resources'
import type { OperationCall, RequestContext, Handler } from './request-context'
import { BusinessException } from './business-exception'
import { requireTexts } from './required'

/**
 * The right side of `column = any(…)`: one parameter for any number of values. With `in (…)`, each value is a
 * parameter, and each list length needs its own statement to be built, parsed and planned.
 */
const anyText = (values: readonly string[]): RawBuilder<string> => sql<string>`any(${values}::text[])`
const anyId = (values: readonly number[]): RawBuilder<number> => sql<number>`any(${values}::bigint[])`

const reissuable = new Set<string>(
  (Object.keys(licenseTypes) as LicenseType[]).filter((type) => licenseTypes[type].reissuable),
)

interface LockRow {
  readonly license_type: string
  readonly locking_fails: boolean
  readonly limit_start: unknown
  readonly limit_end: unknown
}

/**
 * Section 4.1, rule 9: re-issuable locks and large-customer locks. The API does not show which locks are
 * large-customer locks; here they are those whose order set a limit window.
 */
const canBeDisabled = (asset: LockRow): boolean =>
  reissuable.has(asset.license_type) || asset.limit_start !== null || asset.limit_end !== null

const statusOf = (asset: LockRow): number => {
  if (!canBeDisabled(asset)) return lockOperationStatus.wrongType
  return asset.locking_fails ? lockOperationStatus.failed : lockOperationStatus.success
}

/**
 * Operations 6 and 7: one result per number, in request order. A lock that already has the requested state
 * returns success.
 */
const setLocked = async (
  locked: boolean,
  { body }: OperationCall<'order.lockAssets' | 'order.unlockAssets'>,
  { db, now, policy, record }: RequestContext,
) => {
  requireTexts(body, ['operatorIdentity'])
  const numbers = body.assetNums ?? []
  if (numbers.length === 0) throw new BusinessException('13004', 'assetNums: must not be empty')
  if (numbers.length > policy.locksPerCall) {
    throw new BusinessException('13004', `assetNums: must not have more than ${policy.locksPerCall} numbers`)
  }

  // Locked in id order, so that two requests for the same locks wait for each other instead of deadlocking.
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'asset_num', 'license_type', 'locked', 'locking_fails', 'limit_start', 'limit_end'])
    .where('asset_num', '=', anyText([...new Set(numbers)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const byNumber = new Map(rows.map((row) => [row.asset_num, row]))

  const changing = rows.filter(
    (row) => statusOf(row) === lockOperationStatus.success && row.locked !== locked,
  )
  if (changing.length > 0) {
    await db
      .updateTable('assets')
      .set({ locked, updated_at: now })
      .where('id', '=', anyId(changing.map(({ id }) => id)))
      .execute()
    await record(
      changing.map((row) => ({ target: row.asset_num, from: { locked: row.locked }, to: { locked } })),
    )
  }

  return numbers.map((assetNum) => {
    const asset = byNumber.get(assetNum)
    if (asset === undefined) return { assetNum, status: lockOperationStatus.noSuchLock }
    return { assetNum, status: statusOf(asset) }
  })
}

export const lockAssets: Handler<'order.lockAssets'> = (call, context) => setLocked(true, call, context)
export const unlockAssets: Handler<'order.unlockAssets'> = (call, context) => setLocked(false, call, context)
