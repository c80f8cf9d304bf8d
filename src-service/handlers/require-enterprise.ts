import type { Database } from '../store/database'
import { BusinessException } from './business-exception'

/** An unknown enterprise is reported as missing permission (60000). */
export const requireEnterprise = async (db: Database, globalId: string) => {
  const row = await db
    .selectFrom('enterprises')
    .select(['id', 'code', 'trial'])
    .where('global_id', '=', globalId)
    .executeTakeFirst()
  if (row === undefined) throw new BusinessException('60000', 'No permission for this enterprise')
  return row
}
