import type { Database } from '../store/database'
import { Refusal } from './refusal'

/** The one employee of a global id, wherever he works; none is 60026, several (imported data only) 60023. */
export const requireEmployee = async (db: Database, memberGlobalId: string) => {
  const [found, second] = await db
    .selectFrom('employees')
    .select(['id', 'enterprise_id', 'global_id'])
    .where('global_id', '=', memberGlobalId)
    .where('deleted', '=', false)
    .execute()
  if (found === undefined) throw new Refusal('60026', 'No employee matches this account')
  if (second !== undefined) throw new Refusal('60023', 'Several employees match this account')
  return found
}
