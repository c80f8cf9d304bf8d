import { limits } from '#shared/model/api/limits'
import type { Database } from '../store/database'
import { hashSecret } from '../user-center/secrets'
import type { Handler } from './request-context'
import { passwordCost } from './employee-additions'
import { checkMobile, checkName, checkPassword, checkRemark, isBlank, rejectField } from './employee-fields'
import { requireEnterprise } from './require-enterprise'
import { returnLoans } from './loans'
import { BusinessException } from './business-exception'

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
  if (row === undefined) throw new BusinessException('60002', 'Employee not found')
  return row
}

/** Operation 2: omitted fields stay unchanged; the account never changes. */
export const editEmployee: Handler<'member.editEmployee'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { userName, name, remark, passwordMobile, departmentId } = body
  if ([name, remark, passwordMobile, departmentId].every((value) => value === undefined)) {
    rejectField('40000', 'name', 'is required if no other field is given')
  }
  if (name !== undefined && isBlank(name)) rejectField('40000', 'name', 'must not be empty')
  if ((userName ?? '').length >= limits.accountWithEnterpriseCode) {
    rejectField('40000', 'userName', `must be shorter than ${limits.accountWithEnterpriseCode} characters`)
  }
  if (typeof departmentId === 'bigint') rejectField('40000', 'departmentId', 'department not found')
  checkName(name ?? '', rejectField)
  checkRemark(remark, rejectField)
  checkMobile(passwordMobile, policy, '40000', rejectField)

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
export const resetPassword: Handler<'member.resetPassword'> = async (
  { path, body },
  { db, now, policy, record },
) => {
  const { password = '' } = body
  if (password === '') rejectField('40001', 'password', 'must not be empty')
  checkPassword(password, policy, rejectField)
  const { id, global_id } = await requireMember(db, path.enterpriseGlobalId, path.memberGlobalId)
  await db
    .updateTable('employees')
    .set({ password_hash: await hashSecret(password, passwordCost), updated_at: now })
    .where('id', '=', id)
    .execute()
  await record([{ target: global_id, from: { password: 'old' }, to: { password: 'new' } }])
  return null
}

/** Operation 4: the employee's assets become unassigned and lent products return to their assets. */
export const deleteEmployee: Handler<'member.deleteEmployee'> = async ({ path }, context) => {
  const { db, now, record } = context
  const { id, global_id, user_name } = await requireMember(db, path.enterpriseGlobalId, path.memberGlobalId)
  const locks = await db.selectFrom('assets').select('id').where('lent_to', '=', id).forUpdate().execute()
  for (const lock of locks) await returnLoans(lock.id, context)
  await db
    .updateTable('assets')
    .set({ assigned_to: null, assigned_at: null, updated_at: now })
    .where('assigned_to', '=', id)
    .execute()
  await db.updateTable('employees').set({ deleted: true, updated_at: now }).where('id', '=', id).execute()
  await record([{ target: global_id, from: { userName: user_name }, to: null }])
  return null
}
