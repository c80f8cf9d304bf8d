import type { StatedData } from '#shared/operations'
import { limits } from '#shared/model/limits'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { hashSecret } from '../user-centre/secrets'
import type { Call, Desk, Rule } from './call'
import {
  checkAccount,
  checkMobile,
  checkName,
  checkPassword,
  checkRemark,
  isBlank,
  refuseField,
} from './employee-fields'
import type { RefuseField } from './employee-fields'
import { requireEnterprise } from './enterprise-of'
import { newGlobalId } from './ids'
import { Refusal } from './refusal'

/** A hundred are hashed in one call, and they open nothing in this service. */
export const passwordCost = { cost: 2 ** 12, blockSize: 8, parallel: 1 }

type NewEmployee = NonNullable<Call<'member.addEmployees'>['body']['userList']>[number]
type Added = StatedData<'member.addEmployees'>['succeeded'][number]

interface CheckedEmployee {
  readonly userName: string
  readonly password: string
  readonly departmentId: number
  readonly name: string
  readonly remark: string
  readonly passwordMobile: string
}

/** A department is any number: the API has no operation that lists them. */
const departmentFrom = (value: number | bigint | undefined, refuse: RefuseField): number => {
  if (value === undefined) return refuse('40009', 'departmentId', 'must not be empty')
  if (typeof value === 'bigint') return refuse('40000', 'departmentId', 'there is no such department')
  return value
}

const checkNew = (given: NewEmployee, index: number, code: string, policy: Policy): CheckedEmployee => {
  const refuse: RefuseField = (businessCode, field, message) =>
    refuseField(businessCode, `userList[${index}].${field}`, message)
  const { userName = '', password = '', name = '', remark = '', passwordMobile = '' } = given
  if (isBlank(userName)) refuse('40008', 'userName', 'must not be empty')
  if (password === '') refuse('40001', 'password', 'must not be empty')
  const departmentId = departmentFrom(given.departmentId, refuse)
  if (isBlank(name)) refuse('40022', 'name', 'must not be empty')
  checkPassword(password, policy, refuse)
  checkName(name, refuse)
  checkRemark(remark, refuse)
  checkAccount(userName, code, refuse)
  checkMobile(passwordMobile, policy, '10004', refuse)
  return { userName, password, departmentId, name, remark, passwordMobile }
}

const membersOf = async (db: Database, enterpriseId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('employees')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('deleted', '=', false)
    .executeTakeFirstOrThrow()
  return count
}

/** null where the account is taken. */
const addOne = async (
  employee: CheckedEmployee,
  passwordHash: string,
  enterprise: { readonly id: number; readonly code: string },
  { db, now }: Desk,
): Promise<Added | null> => {
  const row = await db
    .insertInto('employees')
    .values({
      global_id: newGlobalId(),
      enterprise_id: enterprise.id,
      department_id: employee.departmentId,
      user_name: employee.userName + enterprise.code,
      name: employee.name,
      remark: employee.remark,
      password_mobile: employee.passwordMobile,
      password_hash: passwordHash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  const department = await db
    .selectFrom('departments')
    .select('name')
    .where('id', '=', employee.departmentId)
    .where('enterprise_id', '=', enterprise.id)
    .executeTakeFirst()
  return {
    id: row.id,
    userId: row.user_id,
    globalId: row.global_id,
    enterpriseId: row.enterprise_id,
    departmentId: row.department_id,
    departmentName: department?.name ?? null,
    userName: row.user_name,
    name: row.name,
    remark: row.remark,
    deleted: row.deleted,
    updateTime: row.updated_at,
    createTime: row.created_at,
  }
}

/**
 * Operation 1. A field that breaks a rule rejects the whole call; an account that exists already fails by itself
 * (60027) and the rest are added.
 */
export const addEmployees: Rule<'member.addEmployees'> = async ({ path, body }, desk) => {
  const { db, policy, record, partly } = desk
  const given = body.userList
  if (given === undefined) return refuseField('40000', 'userList', 'must not be empty')
  if (given.length === 0) refuseField('40021', 'userList', 'is empty')
  if (given.length > limits.employeesPerCall) {
    refuseField('60013', 'userList', `holds more than ${limits.employeesPerCall} employees`)
  }
  const { id, code, trial } = await requireEnterprise(db, path.enterpriseGlobalId)
  const checked = given.map((employee, index) => checkNew(employee, index, code ?? '', policy))
  if (code === null) throw new Refusal('40006', 'The enterprise has no code to append to the account')
  if (trial) {
    // Locked, or two calls at once would each find room for theirs.
    await db.selectFrom('enterprises').select('id').where('id', '=', id).forUpdate().execute()
    if ((await membersOf(db, id)) + checked.length > policy.trialMembers) {
      throw new Refusal('60009', `A trial enterprise holds at most ${policy.trialMembers} members`)
    }
  }

  const hashes = await Promise.all(checked.map(({ password }) => hashSecret(password, passwordCost)))
  const succeeded: Added[] = []
  const failed: StatedData<'member.addEmployees'>['failed'] = []
  for (const [index, employee] of checked.entries()) {
    const added = await addOne(employee, hashes[index] ?? '', { id, code }, desk)
    if (added === null) failed.push({ userName: employee.userName, message: 'The account exists already' })
    else succeeded.push(added)
  }
  if (failed.length > 0) partly('60027', `${failed.length} of ${checked.length} employees could not be added`)
  await record(
    succeeded.map(({ globalId, userName, name, departmentId }) => ({
      target: globalId,
      from: null,
      to: { userName, name, departmentId },
    })),
  )
  return { succeeded, failed }
}
