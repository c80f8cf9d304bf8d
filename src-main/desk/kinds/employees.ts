import { addEmployeesResult } from '#shared/model/member-resources'
import type { Employee } from '#shared/model/member-resources'
import { limits } from '#shared/model/limits'
import { changeRows } from '#shared/model/change-rows'
import { readEmployees } from '../../register/read-employees'
import { defineKind, done, missing } from './kind'
import type { ReadingBack, SendableRow, Verdict } from './kind'

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

/** What stands behind the account that was asked for, where it begins one: the enterprise's code, if it is it. */
const behind = (account: string, whole: string): string | null =>
  whole.startsWith(account) ? whole.slice(account.length) : null

type Row = SendableRow<Added>
type Success = NonNullable<AddAnswer['succeeded']>[number]

/**
 * Whose each success may be. A success bears the account with the enterprise's code behind it, and neither is known
 * for itself: “anna1” is “ann” of code “a1” as well as “anna” of code “1”. The name helps where the answer has it, and
 * the code is the same in all of a call; what may then still be several rows' is nobody's.
 */
const ownersOf = (open: readonly Row[], succeeded: readonly Success[]): ReadonlyMap<Success, Row> => {
  const candidates = succeeded.map((success) => {
    const rows = open.filter(({ stored }) => behind(stored.userName, success.userName ?? '') !== null)
    const named = rows.filter(({ stored }) => stored.name === success.name)
    return { success, rows: named.length > 0 ? named : rows }
  })
  const codesOf = ({ success, rows }: (typeof candidates)[number]) =>
    new Set(rows.map(({ stored }) => behind(stored.userName, success.userName ?? '')))
  const matched = candidates.filter(({ rows }) => rows.length > 0)
  const [first, ...others] = matched.map(codesOf)
  const codes = [...(first ?? [])].filter((code) => others.every((own) => own.has(code)))
  const code = codes.length === 1 ? codes[0] : undefined
  const owners = new Map<Success, Row>()
  for (const { success, rows } of matched) {
    const fitting =
      code === undefined
        ? rows
        : rows.filter(({ stored }) => behind(stored.userName, success.userName ?? '') === code)
    const [row, other] = fitting
    if (row !== undefined && other === undefined) owners.set(success, row)
  }
  return owners
}

/** Who was added and who was not. A failure names the account as it was asked for. */
const verdictsOf = (rows: readonly Row[], { succeeded, failed }: AddAnswer): readonly Verdict[] => {
  const verdicts = new Map<Row, Verdict>()
  const put = (row: Row, verdict: Verdict) => verdicts.set(row, verdicts.has(row) ? missing : verdict)
  const isTwice = ({ stored }: Row) =>
    rows.filter((other) => other.stored.userName === stored.userName).length > 1
  // Of two rows with one account it cannot be told which one an answer is about.
  const known = rows.filter((row) => !isTwice(row))
  for (const failure of failed ?? []) {
    const row = known.find(({ stored }) => stored.userName === failure.userName)
    if (row !== undefined)
      put(row, {
        state: 'failed',
        reason: { kind: 'said', message: failure.message ?? '' },
      })
  }
  const open = rows.filter((row) => !verdicts.has(row))
  for (const [{ userName, globalId }, row] of ownersOf(open, succeeded ?? [])) {
    if (!isTwice(row)) put(row, { ...done, result: { memberGlobalId: globalId, userName } })
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
  readBack: async ({ stored }, { client, signal }) => {
    const employees = await readEmployees(client, stored.enterpriseGlobalId, signal)
    if (!employees.ok) return 'not-read'
    const alike = employees.value.filter(({ userName }) => userName?.startsWith(stored.userName) === true)
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
  readBack: async ({ stored }, reading) => {
    const employee = await findEmployee(reading, stored)
    if (employee === 'not-read') return 'not-read'
    return employee === 'nobody' || employee.deleted === true ? 'applied' : 'not-applied'
  },
})
