import type { Steps } from '../../../ui/table/in-slices'
import type { WantedColumn } from '../../../sheets/find-column'
import type { EmployeeValues, FieldName, Finding } from '../employee-fields'
import { checkPassword } from '../employee-fields'
import { tidy } from '../normalise'
import type { Tidied } from '../normalise'

/** One employee of the file. A password is never in it: the store keeps those apart. */
export interface ImportRow {
  /** Its place on the list, from 0; it keeps it. */
  readonly id: number
  /** The row of the file, from 1. */
  readonly line: number
  readonly values: EmployeeValues
  /** Given in the file or typed; where there is none, one is made. */
  readonly hasPassword: boolean
  /** Looked at when it came in. */
  readonly passwordFindings: readonly Finding[]
  /** What was set right in which field. */
  readonly tidied: readonly { readonly field: FieldName; readonly what: Tidied }[]
  /** The row of the job that it is; null where it was not sent, or was corrected since. */
  readonly sent: { readonly jobId: string; readonly place: number } | null
}

const digitsOnly = (cell: string): boolean => /^\+?\d{7,15}$/.test(cell.replace(/[\s-]/g, ''))

/** Words of both languages that stand over such columns, as personnel lists have them. */
export const wantedColumns: readonly (WantedColumn & { readonly key: FieldName })[] = [
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
    looksRight: (cell) => /^[A-Za-z][A-Za-z0-9]{2,}$/.test(cell),
  },
  {
    key: 'passwordMobile',
    titles: ['mobile', 'phone', 'cell', 'tel', '手机', '电话', '联系方式'],
    looksRight: digitsOnly,
  },
  {
    key: 'password',
    titles: ['password', 'passwd', 'pwd', '密码', '口令'],
    looksRight: () => false,
  },
  {
    key: 'department',
    titles: ['department', 'dept', 'group', 'team', '部门', '分组', '科室', '组织'],
    looksRight: () => false,
  },
  {
    key: 'name',
    titles: ['name', 'full name', 'employee', '姓名', '名字', '员工'],
    looksRight: (cell) => /^\p{L}[\p{L}\p{M} .·'’-]{0,40}$/u.test(cell),
  },
  {
    key: 'remark',
    titles: ['remark', 'note', 'comment', '备注', '说明', '注释'],
    looksRight: () => false,
  },
]

export type Columns = Readonly<Record<string, number | null>>

const stride = 256

/** The rows below the titles; blank ones are left out. `onPassword` takes each password on the spot. */
export function* readRows(
  rows: readonly (readonly string[])[],
  { columns, titleRows }: { readonly columns: Columns; readonly titleRows: number },
  onPassword: (id: number, password: string) => void,
): Steps<ImportRow[]> {
  const read: ImportRow[] = []
  for (let index = titleRows; index < rows.length; index += 1) {
    if (index % stride === 0) yield
    const cells = rows[index] ?? []
    const tidied: { field: FieldName; what: Tidied }[] = []
    const cell = (field: FieldName): string => {
      const column = columns[field] ?? null
      const { text, tidied: done } = tidy(field, column === null ? '' : (cells[column] ?? ''))
      for (const what of done) tidied.push({ field, what })
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
    if (password !== '') onPassword(id, password)
    read.push({
      id,
      line: index + 1,
      values,
      hasPassword: password !== '',
      passwordFindings: password === '' ? [] : checkPassword(password),
      tidied,
      sent: null,
    })
  }
  return read
}
