import { limits } from '#shared/model/limits'
import type { Database } from '../store/database'
import { hashSecret } from '../user-centre/secrets'
import type { Rule } from './call'
import { passwordCost } from './employee-additions'
import { checkMobile, checkName, checkPassword, checkRemark, isBlank, refuseField } from './employee-fields'
import { requireEnterprise } from './enterprise-of'
import { returnLoans } from './loans'
import { Refusal } from './refusal'

const requireMember = async (db: Database, enterpriseGlobalId: string, memberGlobalId: string) => {
  const { id } = await requireEnterprise(db, enterpriseGlobalId)
  const row = await db
    .selectFrom('employees')
    .select(['id', 'global_id', 'user_name', 'name', 'department_id', 'remark', 'password_mobile'])
    .where('enterprise_id', '=', id)
    .where('global_id', '=', memberGlobalId)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('60002', 'There is no such employee')
  return row
}

/** Operation 2: what is left out stays as it is; the account never changes. */
export const editEmployee: Rule<'member.editEmployee'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { userName, name, remark, passwordMobile, departmentId } = body
  if ([name, remark, passwordMobile, departmentId].every((value) => value === undefined)) {
    refuseField('40000', 'name', 'must not be empty, unless something else is to be changed')
  }
  if (name !== undefined && isBlank(name)) refuseField('40000', 'name', 'must not be empty')
  if ((userName ?? '').length >= limits.accountWithEnterpriseCode) {
    refuseField('40000', 'userName', `must stay below ${limits.accountWithEnterpriseCode} characters`)
  }
  if (typeof departmentId === 'bigint') refuseField('40000', 'departmentId', 'there is no such department')
  checkName(name ?? '', refuseField)
  checkRemark(remark, refuseField)
  checkMobile(passwordMobile, policy, '40000', refuseField)

  const before = await requireMember(db, path.enterpriseGlobalId, path.memberGlobalId)
  const after = {
    name: name ?? before.name,
    department_id: departmentId ?? before.department_id,
    remark: remark ?? before.remark,
    password_mobile: passwordMobile ?? before.password_mobile,
  }
  await db
    .updateTable('employees')
    .set({ ...after, updated_at: now })
    .where('id', '=', before.id)
    .execute()
  const shown = (row: typeof after) => ({
    name: row.name,
    departmentId: row.department_id,
    remark: row.remark,
    passwordMobile: row.password_mobile,
  })
  await record([{ target: before.global_id, from: shown(before), to: shown(after) }])
  return null
}

/** Operation 3. */
export const resetPassword: Rule<'member.resetPassword'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { password = '' } = body
  if (password === '') refuseField('40001', 'password', 'must not be empty')
  checkPassword(password, policy, refuseField)
  const { id, global_id } = await requireMember(db, path.enterpriseGlobalId, path.memberGlobalId)
  await db
    .updateTable('employees')
    .set({ password_hash: await hashSecret(password, passwordCost), updated_at: now })
    .where('id', '=', id)
    .execute()
  await record([{ target: global_id, from: { password: 'old' }, to: { password: 'new' } }])
  return null
}

/** Operation 4: the employee's assets are nobody's after it, and what was lent is back with its assets. */
export const deleteEmployee: Rule<'member.deleteEmployee'> = async ({ path }, desk) => {
  const { db, now, record } = desk
  const { id, global_id, user_name } = await requireMember(db, path.enterpriseGlobalId, path.memberGlobalId)
  const locks = await db.selectFrom('assets').select('id').where('lent_to', '=', id).forUpdate().execute()
  for (const lock of locks) await returnLoans(lock.id, desk)
  await db
    .updateTable('assets')
    .set({ assigned_to: null, assigned_at: null, updated_at: now })
    .where('assigned_to', '=', id)
    .execute()
  await db.updateTable('employees').set({ deleted: true, updated_at: now }).where('id', '=', id).execute()
  await record([{ target: global_id, from: { userName: user_name }, to: null }])
  return null
}
