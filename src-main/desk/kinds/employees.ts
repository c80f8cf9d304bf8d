import { addEmployeesResult } from '#shared/model/member-resources'
import type { Employee } from '#shared/model/member-resources'
import { limits } from '#shared/model/limits'
import { changeRows } from '#shared/model/change-rows'
import type { PlatformClient } from '../../platform/client'
import { readEmployees } from '../../register/read-employees'
import { defineKind, done, missing } from './kind'
import type { SendableRow, Verdict } from './kind'

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

/**
 * Who was added and who was not. A failure names the account as it was asked for; a success bears it with the
 * enterprise's code behind it, so it belongs to the row with the longest account that begins it.
 */
const verdictsOf = (
  rows: readonly SendableRow<Added>[],
  { succeeded, failed }: AddAnswer,
): readonly Verdict[] => {
  const verdicts = new Map<SendableRow<Added>, Verdict>()
  for (const failure of failed ?? []) {
    const row = rows.find(({ stored }) => stored.userName === failure.userName)
    const reason = { kind: 'said' as const, message: failure.message ?? '' }
    if (row !== undefined) verdicts.set(row, { state: 'failed', reason })
  }
  const open = rows
    .filter((row) => !verdicts.has(row))
    .toSorted((one, other) => other.stored.userName.length - one.stored.userName.length)
  for (const { userName, globalId } of succeeded ?? []) {
    const row = open.find(
      (each) => !verdicts.has(each) && userName?.startsWith(each.stored.userName) === true,
    )
    if (row !== undefined) verdicts.set(row, { ...done, result: { memberGlobalId: globalId, userName } })
  }
  return rows.map((row) => verdicts.get(row) ?? missing)
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
  readBack: async ({ stored }, { client }) => {
    const employees = await readEmployees(client, stored.enterpriseGlobalId, AbortSignal.timeout(60_000))
    if (!employees.ok) return 'not-visible'
    const alike = employees.value.filter(({ userName }) => userName?.startsWith(stored.userName) === true)
    if (alike.length === 0) return 'not-applied'
    // Whose code stands behind the account is not known, so only an account with the same name is taken for it.
    return alike.filter(({ name }) => name === stored.name).length === 1 ? 'applied' : 'not-visible'
  },
})

const findEmployee = async (
  client: PlatformClient,
  { enterpriseGlobalId, memberGlobalId }: { enterpriseGlobalId: string; memberGlobalId: string },
): Promise<Employee | 'nobody' | 'not-read'> => {
  const employees = await readEmployees(client, enterpriseGlobalId, AbortSignal.timeout(60_000))
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
  readBack: async ({ stored }, { client }) => {
    const employee = await findEmployee(client, stored)
    if (employee === 'not-read' || employee === 'nobody') return 'not-visible'
    const isSame =
      employee.name === stored.name &&
      (employee.remark ?? '') === stored.remark &&
      (employee.passwordMobile ?? '') === stored.passwordMobile &&
      (stored.departmentId === null || employee.departmentId === stored.departmentId)
    return isSame ? 'applied' : 'not-applied'
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
  readBack: async ({ stored }, { client }) => {
    const employee = await findEmployee(client, stored)
    if (employee === 'not-read') return 'not-visible'
    return employee === 'nobody' || employee.deleted === true ? 'applied' : 'not-applied'
  },
})
