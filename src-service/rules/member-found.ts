import type { Database } from '../store/database'
import { Refusal } from './refusal'

/**
 * The one employee of a global id, whichever enterprise that is of; none is 60026, several (imported data only) what
 * the operation has for it: the document knows 60023 for assigning only.
 */
export const requireEmployee = async (db: Database, memberGlobalId: string, several: '60023' | '60026') => {
  const [found, second] = await db
    .selectFrom('employees')
    .select(['id', 'enterprise_id', 'global_id'])
    .where('global_id', '=', memberGlobalId)
    .where('deleted', '=', false)
    // A deletion beside it waits, or is waited for and then seen: nothing goes to somebody who is no longer there.
    .forShare()
    .execute()
  if (found === undefined) throw new Refusal('60026', 'No employee matches this account')
  if (second !== undefined) throw new Refusal(several, 'Several employees match this account')
  return found
}
