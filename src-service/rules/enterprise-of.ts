import type { Database } from '../store/database'
import { Refusal } from './refusal'

/** An enterprise that does not exist is one the application has no permission on (60000). */
export const requireEnterprise = async (db: Database, globalId: string) => {
  const row = await db
    .selectFrom('enterprises')
    .select(['id', 'code', 'trial'])
    .where('global_id', '=', globalId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('60000', 'No permission on this enterprise')
  return row
}
