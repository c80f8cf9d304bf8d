import type { JournalEntry, Json } from '#shared/model/changes/change'
import type { RowOf } from '#shared/model/changes/job'
import type { Steps } from '../../../ui/table/run-time-sliced'
import type { Departments } from '../departments'
import { checkPassword } from '../form/employee-fields'
import type { EmployeeValues } from '../form/employee-fields'
import type { ImportRow } from './import-rows'

/** The row with other values: it counts as not sent, regardless of its earlier result. */
export const withValues = (row: ImportRow, values: EmployeeValues): ImportRow => ({
  ...row,
  values,
  cellFindings: row.cellFindings.filter(
    ({ field }) => field === 'password' || values[field] === row.values[field],
  ),
  sent: null,
})

/** The row with a typed password, or without one. */
export const withPassword = (row: ImportRow, password: string): ImportRow => {
  const hasPassword = password !== ''
  return {
    ...withValues(row, row.values),
    hasPassword,
    passwordFindings: hasPassword ? checkPassword(password) : [],
    cellFindings: row.cellFindings.filter(({ field }) => field !== 'password'),
  }
}

/** The cell has an error: its text is no department. */
const hasDepartmentError = ({ cellFindings }: ImportRow): boolean =>
  cellFindings.some(({ field, isWarning }) => field === 'department' && !isWarning)

/** The department that most rows name and that is not known, or of which there are several; null if there is none. */
export const unknownDepartment = (
  rows: readonly ImportRow[],
  departments: Departments,
  canEdit: (row: ImportRow) => boolean,
): { readonly name: string; readonly count: number; readonly isSeveral: boolean } | null => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const name = row.values.department
    if (name === '' || hasDepartmentError(row) || !canEdit(row)) continue
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  let most: { name: string; count: number; isSeveral: boolean } | null = null
  for (const [name, count] of counts) {
    const { state } = departments.find(name)
    if (count > (most?.count ?? 0) && state !== 'found')
      most = { name, count, isSeveral: state === 'several' }
  }
  return most
}

/** How departments are filled in: one for all rows without one, or for all rows with the same text. */
export type DepartmentFill = 'above' | { readonly department: string; readonly instead?: string }

/** A merged cell has its text in its first cell only: the rows below have the same value. */
export const withDepartments = (
  rows: readonly ImportRow[],
  how: DepartmentFill,
  canEdit: (row: ImportRow) => boolean,
): readonly ImportRow[] => {
  let above = ''
  const replaced = how === 'above' ? '' : (how.instead ?? '')
  return rows.map((row) => {
    const isProblem = hasDepartmentError(row)
    // An error is no department, neither its own nor that of the rows below.
    if (row.values.department !== '') above = isProblem ? '' : row.values.department
    const department = how === 'above' ? above : how.department
    if (row.values.department !== replaced || department === '' || !canEdit(row)) return row
    return withValues(row, { ...row.values, department })
  })
}

const stride = 64

/** The rows for main, each with its password; missing passwords are generated here. */
export function* requestRows(
  rows: readonly ImportRow[],
  context: {
    readonly enterpriseGlobalId: string
    readonly departments: Departments
    readonly passwordFor: (id: number) => string
  },
): Steps<RowOf<'add-employee'>[]> {
  const requests: RowOf<'add-employee'>[] = []
  for (const [index, { id, values }] of rows.entries()) {
    if (index % stride === 0) yield
    const { department, ...fields } = values
    const found = context.departments.find(department)
    requests.push({
      enterpriseGlobalId: context.enterpriseGlobalId,
      ...fields,
      departmentId: found.state === 'found' ? found.id : null,
      password: context.passwordFor(id),
    })
  }
  return requests
}

const textIn = (request: Json, name: string): string => {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return ''
  const value = (request as Readonly<Record<string, Json>>)[name]
  return typeof value === 'string' ? value : ''
}

/**
 * The rows of a job that was started before this window opened, from the journal and therefore without
 * passwords.
 */
export const rowsOfJob = (jobId: string, entries: readonly JournalEntry[]): ImportRow[] =>
  entries.map(({ request }, rowIndex) => ({
    id: rowIndex,
    line: rowIndex + 1,
    values: {
      userName: textIn(request, 'userName'),
      name: textIn(request, 'name'),
      department: textIn(request, 'departmentId'),
      passwordMobile: textIn(request, 'passwordMobile'),
      remark: textIn(request, 'remark'),
    },
    hasPassword: false,
    passwordFindings: [],
    cellFindings: [],
    normalized: [],
    sent: { jobId, rowIndex },
  }))
