import { addEmployeesResult } from '#shared/model/member-resources'
import type { Employee } from '#shared/model/member-resources'
import { limits } from '#shared/model/limits'
import { changeRows } from '#shared/model/change-rows'
import { stringifyJson } from '../../platform/json'
import { readEmployees } from '../../register/read-employees'
import { defineKind, done, missing } from './kind'
import type { ReadingBack, SendableRow, Verdict } from './kind'
import { behind, ownersOf } from './whose-account'

/** A Long as the wire wants it: a number where it is exact, a bigint beyond. */
const longOf = (digits: string): number | bigint =>
  Number.isSafeInteger(Number(digits)) ? Number(digits) : BigInt(digits)

const adding = changeRows['member.addEmployees'].omit({ password: true })
const editing = changeRows['member.editEmployee']
const resetting = changeRows['member.resetPassword'].omit({ password: true })
const deleting = changeRows['member.deleteEmployee']

type Added = ReturnType<typeof adding.parse>
type AddAnswer = ReturnType<typeof addEmployeesResult.read.parse>

const fieldsOf = ({
  userName,
  departmentId,
  name,
  remark,
  passwordMobile,
}: Omit<Added, 'enterpriseGlobalId'>) => ({
  userName,
  ...(departmentId === null ? {} : { departmentId: longOf(departmentId) }),
  name,
  remark,
  passwordMobile,
})

type Row = SendableRow<Added>
type FailedToAdd = NonNullable<AddAnswer['failed']>[number] & { readonly name?: null }

/** An answer may list one and the same twice, and not tell all of it each time. */
const once = <Item extends { readonly name?: string | null }>(
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

/** Who was added and who was not. */
const verdictsOf = (rows: readonly Row[], answer: AddAnswer): readonly Verdict[] => {
  const succeeded = once(answer.succeeded, (success) => success.globalId ?? stringifyJson(success))
  const failed = once<FailedToAdd>(answer.failed, stringifyJson)
  const owners = ownersOf<Row, { readonly userName: string | null }>(rows, succeeded, failed)
  const verdicts = new Map<Row, Verdict>()
  const put = (row: Row | undefined, verdict: Verdict) =>
    row === undefined ? undefined : verdicts.set(row, verdicts.has(row) ? missing : verdict)
  for (const failure of failed)
    put(owners.get(failure), { state: 'failed', reason: { kind: 'said', message: failure.message ?? '' } })
  for (const success of succeeded) {
    const { userName, globalId } = success
    put(owners.get(success), { ...done, result: { memberGlobalId: globalId, userName } })
  }
  // Of two rows with one account it cannot be told which one an answer is about.
  const isTwice = ({ stored }: Row) =>
    rows.filter((other) => other.stored.userName === stored.userName).length > 1
  return rows.map((row) => (isTwice(row) ? missing : (verdicts.get(row) ?? missing)))
}

export const addingEmployees = defineKind({
  operation: 'member.addEmployees',
  stored: adding,
  needsSecret: true,
  rowsPerCall: (setting) => Math.min(setting, limits.employeesPerCall),
  callOf: ({ enterpriseGlobalId }) => enterpriseGlobalId,
  request: (rows) => ({
    path: { enterpriseGlobalId: rows[0]?.stored.enterpriseGlobalId ?? '' },
    body: {
      userList: rows.map(({ stored, secret }) => ({ ...fieldsOf(stored), password: secret ?? '' })),
    },
  }),
  read: verdictsOf,
  // 60027: some were added, some not, and the envelope's data says who (API document, section 4.2, rule 1).
  readRefusal: (rows, { businessCode, data }) => {
    if (businessCode !== '60027') return null
    const answer = addEmployeesResult.read.safeParse(data)
    return answer.success ? verdictsOf(rows, answer.data) : rows.map(() => missing)
  },
  readBack: async ({ stored }, { client, signal }) => {
    const employees = await readEmployees(client, stored.enterpriseGlobalId, signal)
    if (!employees.ok) return 'not-read'
    const alike = employees.value.filter(({ userName }) => behind(stored.userName, userName ?? '') !== null)
    if (alike.length === 0) return 'not-applied'
    // Which code stands behind the account is not known: only one with the same name is taken for it, and only where
    // most others have the same behind theirs. “zhangwei1” of the same name is no “zhang”.
    const [same, second] = alike.filter(({ name }) => name === stored.name)
    if (same === undefined || second !== undefined) return 'not-visible'
    const code = behind(stored.userName, same.userName ?? '') ?? ''
    const others = employees.value.filter((one) => one !== same && one.userName !== null)
    const withCode = others.filter(({ userName }) => userName?.endsWith(code) === true)
    return withCode.length * 2 >= others.length ? 'applied' : 'not-visible'
  },
})

const findEmployee = async (
  { client, signal }: ReadingBack,
  { enterpriseGlobalId, memberGlobalId }: { enterpriseGlobalId: string; memberGlobalId: string },
): Promise<Employee | 'nobody' | 'not-read'> => {
  const employees = await readEmployees(client, enterpriseGlobalId, signal)
  if (!employees.ok) return 'not-read'
  return employees.value.find(({ globalId }) => globalId === memberGlobalId) ?? 'nobody'
}

export const editingEmployee = defineKind({
  operation: 'member.editEmployee',
  stored: editing,
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId }, body: fieldsOf(row.stored) }
  },
  read: (rows) => rows.map(() => done),
  readBack: async ({ stored }, reading) => {
    const employee = await findEmployee(reading, stored)
    if (employee === 'not-read') return 'not-read'
    if (employee === 'nobody') return 'not-visible'
    const isSame =
      employee.name === stored.name &&
      (employee.remark ?? '') === stored.remark &&
      (stored.departmentId === null || employee.departmentId === stored.departmentId)
    if (!isSame) return 'not-applied'
    if ((employee.passwordMobile ?? '') === stored.passwordMobile) return 'applied'
    // A list may leave mobile numbers out or blot them out; then the rest cannot tell either, as it may have been so before.
    const isWhole = employee.passwordMobile !== null && /^\+?\d+$/.test(employee.passwordMobile)
    return isWhole ? 'not-applied' : 'not-visible'
  },
})

export const resettingPassword = defineKind({
  operation: 'member.resetPassword',
  stored: resetting,
  needsSecret: true,
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId }, body: { password: row.secret ?? '' } }
  },
  read: (rows) => rows.map(() => done),
  // No operation tells a password.
  readBack: null,
})

export const deletingEmployee = defineKind({
  operation: 'member.deleteEmployee',
  stored: deleting,
  rowsPerCall: () => 1,
  request: ([row]) => {
    if (row === undefined) throw new Error('a call without a row')
    const { enterpriseGlobalId, memberGlobalId } = row.stored
    return { path: { enterpriseGlobalId, memberGlobalId } }
  },
  read: (rows) => rows.map(() => done),
  readBack: async ({ stored }, reading) => {
    const employee = await findEmployee(reading, stored)
    if (employee === 'not-read') return 'not-read'
    return employee === 'nobody' || employee.deleted === true ? 'applied' : 'not-applied'
  },
})
