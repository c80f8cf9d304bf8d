import { addEmployeesResult } from '#shared/model/api/member-resources'
import type { Employee } from '#shared/model/api/member-resources'
import { limits } from '#shared/model/api/limits'
import { changeRowSchemas } from '#shared/model/changes/change-rows'
import { stringifyJson } from '../../platform/response/json'
import { readEmployees } from '../../directory/read-employees'
import { defineOperation, completed, notInResponse } from './change-operation'
import type { ReadBackDeps, SendableRow, RowOutcome } from './change-operation'
import { suffixAfter, ownersOf } from './account-owners'

/** A Long for the request: a number if exact, otherwise a bigint. */
const toLong = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits)

const newEmployee = changeRowSchemas['member.addEmployees'].omit({ password: true })
const editedEmployee = changeRowSchemas['member.editEmployee']
const passwordReset = changeRowSchemas['member.resetPassword'].omit({ password: true })
const deletedEmployee = changeRowSchemas['member.deleteEmployee']

type Added = ReturnType<typeof newEmployee.parse>
type AddAnswer = ReturnType<typeof addEmployeesResult.read.parse>

const fieldsOf = ({
  userName,
  departmentId,
  name,
  remark,
  passwordMobile,
}: Omit<Added, 'enterpriseGlobalId'>) => ({
  userName,
  ...(departmentId === null ? {} : { departmentId: toLong(departmentId) }),
  name,
  remark,
  passwordMobile,
})

type Row = SendableRow<Added>
type FailedToAdd = NonNullable<AddAnswer['failed']>[number] & { readonly name?: null }

/** A response may list an employee twice with different fields; merges them. */
const mergeDoubles = <Item extends { readonly name?: string | null }>(
  items: readonly Item[] | null,
  keyOf: (item: Item) => string,
): readonly Item[] => {
  const found = new Map<string, Item>()
  for (const item of items ?? []) {
    const key = keyOf(item)
    if (found.get(key)?.name == null) found.set(key, item)
  }
  return [...found.values()]
}

/** The result of each row from the lists of successes and failures. */
const rowOutcomesOf = (rows: readonly Row[], answer: AddAnswer): readonly RowOutcome[] => {
  const succeeded = mergeDoubles(answer.succeeded, (success) => success.globalId ?? stringifyJson(success))
  const failed = mergeDoubles<FailedToAdd>(answer.failed, stringifyJson)
  const owners = ownersOf<Row, { readonly userName: string | null }>(rows, succeeded, failed)
  const rowOutcomes = new Map<Row, RowOutcome>()
  const put = (row: Row | undefined, rowOutcome: RowOutcome) =>
    row === undefined ? undefined : rowOutcomes.set(row, rowOutcomes.has(row) ? notInResponse : rowOutcome)
  for (const failure of failed)
    put(owners.get(failure), { state: 'failed', reason: { kind: 'said', message: failure.message ?? '' } })
  for (const success of succeeded) {
    const { userName, globalId } = success
    put(owners.get(success), { ...completed, result: { memberGlobalId: globalId, userName } })
  }
  // Two rows with the same account cannot be distinguished in the response.
  const isDuplicate = ({ stored }: Row) =>
    rows.filter((other) => other.stored.userName === stored.userName).length > 1
  return rows.map((row) => (isDuplicate(row) ? notInResponse : (rowOutcomes.get(row) ?? notInResponse)))
}

export const addEmployeesOperation = defineOperation({
  operation: 'member.addEmployees',
  stored: newEmployee,
  needsSecret: true,
  rowsPerRequest: (setting) => Math.min(setting, limits.employeesPerCall),
  requestKeyOf: ({ enterpriseGlobalId }) => enterpriseGlobalId,
  request: (rows) => ({
    path: { enterpriseGlobalId: rows[0]?.stored.enterpriseGlobalId ?? '' },
    body: {
      userList: rows.map(({ stored, secret }) => ({ ...fieldsOf(stored), password: secret ?? '' })),
    },
  }),
  read: rowOutcomesOf,
  // 60027: some employees were added; the response data lists which (docs/api.md, section 4.2, rule 1).
  readRejection: (rows, { businessCode, data }) => {
    if (businessCode !== '60027') return null
    const answer = addEmployeesResult.read.safeParse(data)
    return answer.success ? rowOutcomesOf(rows, answer.data) : rows.map(() => notInResponse)
  },
  readBack: async ({ stored }, { client, signal }) => {
    const employees = await readEmployees(client, stored.enterpriseGlobalId, signal)
    if (!employees.ok) return 'not-read'
    const alike = employees.value.filter(
      ({ userName }) => suffixAfter(stored.userName, userName ?? '') !== null,
    )
    if (alike.length === 0) return 'not-applied'
    // The code after the account is unknown: an account matches only if it has the same name and the code that
    // most others have. “zhangwei1” with the same name is not “zhang”.
    const [same, second] = alike.filter(({ name }) => name === stored.name)
    if (same === undefined || second !== undefined) return 'not-visible'
    const code = suffixAfter(stored.userName, same.userName ?? '') ?? ''
    const others = employees.value.filter((one) => one !== same && one.userName !== null)
    const withCode = others.filter(({ userName }) => userName?.endsWith(code) === true)
    return withCode.length * 2 >= others.length ? 'applied' : 'not-visible'
  },
})

const findEmployee = async (
  { client, signal }: ReadBackDeps,
  { enterpriseGlobalId, memberGlobalId }: { enterpriseGlobalId: string; memberGlobalId: string },
): Promise<Employee | 'not-listed' | 'not-read'> => {
  const employees = await readEmployees(client, enterpriseGlobalId, signal)
  if (!employees.ok) return 'not-read'
  return employees.value.find(({ globalId }) => globalId === memberGlobalId) ?? 'not-listed'
}

export const editEmployeeOperation = defineOperation({
  operation: 'member.editEmployee',
  stored: editedEmployee,
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId }, body: fieldsOf(row.stored) }
  },
  read: (rows) => rows.map(() => completed),
  readBack: async ({ stored }, reading) => {
    const employee = await findEmployee(reading, stored)
    if (employee === 'not-read') return 'not-read'
    if (employee === 'not-listed') return 'not-visible'
    const isSame =
      employee.name === stored.name &&
      (employee.remark ?? '') === stored.remark &&
      (stored.departmentId === null || employee.departmentId === stored.departmentId)
    if (!isSame) return 'not-applied'
    if ((employee.passwordMobile ?? '') === stored.passwordMobile) return 'applied'
    // A list may omit or mask mobile numbers; then a read-back cannot confirm the other fields either, because
    // they may have been equal before.
    const isWhole = employee.passwordMobile !== null && /^\+?\d+$/.test(employee.passwordMobile)
    return isWhole ? 'not-applied' : 'not-visible'
  },
})

export const resetPasswordOperation = defineOperation({
  operation: 'member.resetPassword',
  stored: passwordReset,
  needsSecret: true,
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId }, body: { password: row.secret ?? '' } }
  },
  read: (rows) => rows.map(() => completed),
  // No operation returns a password.
  readBack: null,
})

export const deleteEmployeeOperation = defineOperation({
  operation: 'member.deleteEmployee',
  stored: deletedEmployee,
  rowsPerRequest: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a request without rows')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId } }
  },
  read: (rows) => rows.map(() => completed),
  readBack: async ({ stored }, reading) => {
    const employee = await findEmployee(reading, stored)
    if (employee === 'not-read') return 'not-read'
    return employee === 'not-listed' || employee.deleted === true ? 'applied' : 'not-applied'
  },
})
