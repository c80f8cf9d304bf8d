import type { JournalEntry, Json } from '#shared/model/change'
import type { RowOf } from '#shared/model/job'
import type { Steps } from '../../../ui/table/in-slices'
import type { Departments } from '../departments'
import type { EmployeeValues } from '../employee-fields'
import type { ImportRow } from './import-rows'

/** The row with other values: not sent any more, whatever became of what it was before. */
export const changed = (row: ImportRow, values: EmployeeValues): ImportRow => ({
  ...row,
  values,
  sent: null,
})

/** A merged cell has its text in its first place only: the rows below mean the same. */
export const filled = (
  rows: readonly ImportRow[],
  how: 'above' | { readonly department: string },
  canEdit: (row: ImportRow) => boolean,
): readonly ImportRow[] => {
  let above = ''
  return rows.map((row) => {
    if (row.values.department !== '') above = row.values.department
    const department = how === 'above' ? above : how.department
    if (row.values.department !== '' || department === '' || !canEdit(row)) return row
    return changed(row, { ...row.values, department })
  })
}

const stride = 64

/** What goes to main, each row with its password: made here and now where the file gave none. */
export function* requestRows(
  rows: readonly ImportRow[],
  about: {
    readonly enterpriseGlobalId: string
    readonly departments: Departments
    readonly give: (id: number) => string
  },
): Steps<RowOf<'add-employee'>[]> {
  const asked: RowOf<'add-employee'>[] = []
  for (const [index, { id, values }] of rows.entries()) {
    if (index % stride === 0) yield
    const { department, ...fields } = values
    const found = about.departments.find(department)
    asked.push({
      enterpriseGlobalId: about.enterpriseGlobalId,
      ...fields,
      departmentId: found.state === 'found' ? found.id : null,
      password: about.give(id),
    })
  }
  return asked
}

const textIn = (request: Json, name: string): string => {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return ''
  const value = (request as Readonly<Record<string, Json>>)[name]
  return typeof value === 'string' ? value : ''
}

/** The rows of a job that was begun before this window was opened, as the journal has them: without passwords. */
export const rowsOfJob = (jobId: string, entries: readonly JournalEntry[]): ImportRow[] =>
  entries.map(({ request }, place) => ({
    id: place,
    line: place + 1,
    values: {
      userName: textIn(request, 'userName'),
      name: textIn(request, 'name'),
      department: textIn(request, 'departmentId'),
      passwordMobile: textIn(request, 'passwordMobile'),
      remark: textIn(request, 'remark'),
    },
    hasPassword: false,
    passwordFindings: [],
    tidied: [],
    sent: { jobId, place },
  }))
