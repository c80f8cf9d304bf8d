import type { ShallowRef } from 'vue'
import { normalizeField } from '../form/normalize-field'
import type { EmployeeValues } from '../form/employee-fields'
import { withDepartments, withPassword, withValues } from './change-rows'
import type { DepartmentFill } from './change-rows'
import type { ImportRow } from './import-rows'
import type { createImportSecrets } from './import-secrets'

/** Corrections of the rows, as far as they can still be edited. */
export const useRowEdits = (
  rows: ShallowRef<readonly ImportRow[]>,
  canEdit: (row: ImportRow) => boolean,
  secrets: Pick<ReturnType<typeof createImportSecrets>, 'setTyped' | 'useGenerated'>,
) => {
  const replace = (next: ImportRow): void => {
    rows.value = rows.value.map((row) => (row.id === next.id ? next : row))
  }

  return {
    edit: (id: number, field: keyof EmployeeValues, value: string): void => {
      const row = rows.value[id]
      if (row === undefined || !canEdit(row)) return
      const { text } = normalizeField(field, value)
      if (text !== row.values[field]) replace(withValues(row, { ...row.values, [field]: text }))
    },
    /** If empty, a password is generated when the row is sent. */
    editPassword: (id: number, password: string): void => {
      const row = rows.value[id]
      if (row === undefined || !canEdit(row)) return
      if (password === '') secrets.useGenerated(id)
      else secrets.setTyped(id, password)
      replace(withPassword(row, password))
    },
    /** Gives rows without a department, or with the same text, the one above, as for merged cells, or one for all. */
    fillDepartments: (how: DepartmentFill): void => {
      rows.value = withDepartments(rows.value, how, canEdit)
    },
  }
}
