import type { Steps } from '../../../ui/table/run-time-sliced'
import type { ColumnSpec } from '#shared/sheets/find-column'
import type { EmployeeValues, FieldName, Finding } from '../form/employee-fields'
import {
  cellProblemFinding,
  checkPassword,
  fieldNames,
  shownAsFinding,
  undecodableFinding,
} from '../form/employee-fields'
import { cellKey } from '../../../ui/sheets/sheet'
import type { Sheet } from '../../../ui/sheets/sheet'
import { normalizeField } from '../form/normalize-field'
import type { Normalization } from '../form/normalize-field'

/** One employee of the file, never with the password: the store keeps passwords separately. */
export interface ImportRow {
  /** Its position in the list, from 0; it does not change. */
  readonly id: number
  /** The row of the file, from 1. */
  readonly line: number
  readonly values: EmployeeValues
  /** Whether a password was in the file or typed; otherwise one is generated. */
  readonly hasPassword: boolean
  /** Checked when the row was read. */
  readonly passwordFindings: readonly Finding[]
  /** What the sheet has in place of a value; the other checks of such a field do not apply. */
  readonly cellFindings: readonly Finding[]
  /** The automatic corrections by field. */
  readonly normalized: readonly { readonly field: FieldName; readonly change: Normalization }[]
  /** The job row it was sent as; null if it was not sent, or was corrected since. */
  readonly sent: { readonly jobId: string; readonly rowIndex: number } | null
}

const digitsOnly = (cell: string): boolean => /^\+?\d{7,15}$/.test(cell.replace(/[\s-]/g, ''))

/** Column titles in both languages, as in typical personnel lists. */
export const importColumns: readonly (ColumnSpec & { readonly key: FieldName })[] = [
  {
    key: 'userName',
    titles: [
      'account',
      'user name',
      'username',
      'login',
      'user id',
      '账号',
      '帐号',
      '用户名',
      '登录名',
      '工号',
    ],
    isMatch: (cell) => /^[A-Za-z][A-Za-z0-9]{2,}$/.test(cell),
  },
  {
    key: 'passwordMobile',
    titles: ['mobile', 'phone', 'cell', 'tel', '手机', '电话', '联系方式'],
    isMatch: digitsOnly,
  },
  {
    key: 'password',
    titles: ['password', 'passwd', 'pwd', '密码', '口令'],
    isMatch: () => false,
  },
  {
    key: 'department',
    titles: ['department', 'dept', 'group', 'team', '部门', '分组', '科室', '组织'],
    isMatch: () => false,
  },
  {
    key: 'name',
    titles: ['name', 'full name', 'employee', '姓名', '名字', '员工'],
    isMatch: (cell) => /^\p{L}[\p{L}\p{M} .·'’-]{0,40}$/u.test(cell),
  },
  {
    key: 'remark',
    titles: ['remark', 'note', 'comment', '备注', '说明', '注释'],
    isMatch: () => false,
  },
]

export type Columns = Readonly<Record<string, number | null>>

const stride = 256

type ImportSheet = Pick<Sheet, 'rows' | 'problems' | 'shownAs'>

/** What the sheet says of the cells of a row. */
const findingsIn = (
  { rows, problems, shownAs }: ImportSheet,
  row: number,
  columns: Columns,
): readonly Finding[] =>
  fieldNames.flatMap((field) => {
    const column = columns[field] ?? null
    if (column === null) return []
    const problem = problems.get(cellKey(row, column))
    if (problem !== undefined) return [cellProblemFinding(field, problem)]
    if (rows[row]?.[column]?.includes('\ufffd') === true) return [undecodableFinding(field)]
    const shown = shownAs.get(cellKey(row, column))
    return shown === undefined ? [] : [shownAsFinding(field, shown)]
  })

/**
 * The non-blank rows below the titles. Passes each password to `onPassword` without storing it. A cell with an
 * error keeps its text, so that nothing is filled in for it.
 */
export function* readRows(
  sheet: ImportSheet,
  { columns, titleRows }: { readonly columns: Columns; readonly titleRows: number },
  onPassword: (id: number, password: string) => void,
): Steps<ImportRow[]> {
  const { rows } = sheet
  const read: ImportRow[] = []
  for (let index = titleRows; index < rows.length; index += 1) {
    if (index % stride === 0) yield
    const cells = rows[index] ?? []
    const normalized: { field: FieldName; change: Normalization }[] = []
    const cell = (field: FieldName): string => {
      const column = columns[field] ?? null
      const { text, normalized: done } = normalizeField(field, column === null ? '' : (cells[column] ?? ''))
      for (const change of done) normalized.push({ field, change })
      return text
    }
    const values: EmployeeValues = {
      userName: cell('userName'),
      name: cell('name'),
      department: cell('department'),
      passwordMobile: cell('passwordMobile'),
      remark: cell('remark'),
    }
    const password = cell('password')
    if (password === '' && Object.values(values).every((text) => text === '')) continue
    const id = read.length
    const cellFindings = findingsIn(sheet, index, columns)
    if (password !== '') onPassword(id, password)
    read.push({
      id,
      line: index + 1,
      values,
      hasPassword: password !== '',
      passwordFindings: password === '' ? [] : checkPassword(password),
      cellFindings,
      normalized,
      sent: null,
    })
  }
  return read
}
