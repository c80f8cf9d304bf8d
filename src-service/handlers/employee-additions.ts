import type { DocumentedData } from '#shared/operations'
import { limits } from '#shared/model/api/limits'
import type { Policy } from '../policy'
import type { Database } from '../store/database'
import { hashSecret } from '../user-center/secrets'
import type { OperationCall, RequestContext, Handler } from './request-context'
import {
  checkAccount,
  checkMobile,
  checkName,
  checkPassword,
  checkRemark,
  isBlank,
  rejectField,
} from './employee-fields'
import type { RejectField } from './employee-fields'
import { requireEnterprise } from './require-enterprise'
import { newGlobalId } from './ids'
import { BusinessException } from './business-exception'

/** A low cost, because one request hashes up to 100 passwords, and they grant no access to this service. */
export const passwordCost = { cost: 2 ** 12, blockSize: 8, parallel: 1 }

type NewEmployee = NonNullable<OperationCall<'member.addEmployees'>['body']['userList']>[number]
type Added = DocumentedData<'member.addEmployees'>['succeeded'][number]

interface CheckedEmployee {
  readonly userName: string
  readonly password: string
  readonly departmentId: number
  readonly name: string
  readonly remark: string
  readonly passwordMobile: string
}

/** Any number is accepted as a department, because no operation lists departments. */
const departmentIdIn = (value: number | bigint | undefined, reject: RejectField): number => {
  if (value === undefined) return reject('40009', 'departmentId', 'must not be empty')
  if (typeof value === 'bigint') return reject('40000', 'departmentId', 'department not found')
  return value
}

const checkNew = (employee: NewEmployee, index: number, code: string, policy: Policy): CheckedEmployee => {
  const reject: RejectField = (businessCode, field, message) =>
    rejectField(businessCode, `userList[${index}].${field}`, message)
  const { userName = '', password = '', name = '', remark = '', passwordMobile = '' } = employee
  if (isBlank(userName)) reject('40008', 'userName', 'must not be empty')
  if (password === '') reject('40001', 'password', 'must not be empty')
  const departmentId = departmentIdIn(employee.departmentId, reject)
  if (isBlank(name)) reject('40022', 'name', 'must not be empty')
  checkPassword(password, policy, reject)
  checkName(name, reject)
  checkRemark(remark, reject)
  checkAccount(userName, code, reject)
  checkMobile(passwordMobile, policy, '10004', reject)
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

/** Returns null if the account already exists. */
const addOne = async (
  employee: CheckedEmployee,
  passwordHash: string,
  enterprise: { readonly id: number; readonly code: string },
  { db, now }: RequestContext,
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
 * Operation 1. An invalid field rejects the whole request. An existing account fails alone (60027) and the
 * others are added.
 */
export const addEmployees: Handler<'member.addEmployees'> = async ({ path, body }, context) => {
  const { db, policy, record, partialFailure } = context
  const employees = body.userList
  if (employees === undefined) return rejectField('40000', 'userList', 'must not be empty')
  if (employees.length === 0) rejectField('40021', 'userList', 'must not be empty')
  if (employees.length > limits.employeesPerCall) {
    rejectField('60013', 'userList', `must not have more than ${limits.employeesPerCall} employees`)
  }
  const { id, code, trial } = await requireEnterprise(db, path.enterpriseGlobalId)
  const checked = employees.map((employee, index) => checkNew(employee, index, code ?? '', policy))
  if (code === null) throw new BusinessException('40006', 'The enterprise has no code to append to accounts')
  if (trial) {
    // The lock prevents two concurrent requests from exceeding the member limit together.
    await db.selectFrom('enterprises').select('id').where('id', '=', id).forUpdate().execute()
    if ((await membersOf(db, id)) + checked.length > policy.trialMembers) {
      throw new BusinessException(
        '60009',
        `A trial enterprise can have at most ${policy.trialMembers} members`,
      )
    }
  }

  const hashes = await Promise.all(checked.map(({ password }) => hashSecret(password, passwordCost)))
  const succeeded: Added[] = []
  const failed: DocumentedData<'member.addEmployees'>['failed'] = []
  for (const [index, employee] of checked.entries()) {
    const added = await addOne(employee, hashes[index] ?? '', { id, code }, context)
    if (added === null) failed.push({ userName: employee.userName, message: 'The account already exists' })
    else succeeded.push(added)
  }
  if (failed.length > 0)
    partialFailure('60027', `${failed.length} of ${checked.length} employees were not added; see data.failed`)
  await record(
    succeeded.map(({ globalId, userName, name, departmentId }) => ({
      target: globalId,
      from: null,
      to: { userName, name, departmentId },
    })),
  )
  return { succeeded, failed }
}
