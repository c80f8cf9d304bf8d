import type { Database } from '../store/database'
import { BusinessException } from './business-exception'

/**
 * The employee with a global ID, in any enterprise. 60026 if there is none, `several` if there are more than
 * one (imported data only): the API defines 60023 only for assigning.
 */
export const requireEmployee = async (db: Database, memberGlobalId: string, several: '60023' | '60026') => {
  const [found, second] = await db
    .selectFrom('employees')
    .select(['id', 'enterprise_id', 'global_id'])
    .where('global_id', '=', memberGlobalId)
    .where('deleted', '=', false)
    // A concurrent deletion waits, or completes first and is then visible, so that nothing is assigned to a
    // deleted employee.
    .forShare()
    .execute()
  if (found === undefined) throw new BusinessException('60026', 'No employee matches this account')
  if (second !== undefined) throw new BusinessException(several, 'Several employees match this account')
  return found
}
