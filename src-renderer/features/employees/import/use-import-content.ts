import { computed } from 'vue'
import { useTexts } from '../../../i18n/use-texts'
import type { ImportContent, ImportField } from '../../../ui/import/import-content'
import { fieldNames } from '../form/employee-fields'
import type { FieldName } from '../form/employee-fields'
import type { ImportRow } from './import-rows'
import { useImportStore } from './import-store'
import type { RowGroup } from './row-state'
import { fieldMessage, rowMessage } from './row-texts'

const widths: Readonly<Record<FieldName, string>> = {
  userName: 'minmax(110px, 1.4fr)',
  name: 'minmax(90px, 1.2fr)',
  department: 'minmax(90px, 1fr)',
  passwordMobile: 'minmax(104px, 1fr)',
  password: '84px',
  remark: 'minmax(76px, 1fr)',
}
const wrong: readonly RowGroup[] = ['broken', 'repeated', 'exists', 'failed']

/** What the import shows of employees, and how their rows are corrected. */
export const useImportContent = () => {
  const store = useImportStore()
  const { t, translator } = useTexts()

  const messageOf = (row: ImportRow, field: FieldName) =>
    fieldMessage(store.rowContext(row), field, translator)
  const textOf = (row: ImportRow, field: FieldName): string => {
    if (field === 'password')
      return t(row.hasPassword ? 'employees.import.passwordProvided' : 'employees.import.passwordGenerated')
    const value = row.values[field]
    // A department is chosen by its ID, which says nothing to a person.
    return field === 'department' ? store.departments.labelOf(value) : value
  }
  /** What a person corrects: of a department that has its name alone, the name. */
  const inputOf = (row: ImportRow, field: FieldName): string => {
    if (field === 'password') return ''
    const value = row.values[field]
    const name = field === 'department' ? store.departments.nameOf(value) : null
    return name !== null && store.departments.find(name).state === 'found' ? name : value
  }
  const correct = (row: ImportRow, key: string, given: string): void => {
    const field = fieldNames.find((name) => name === key)
    if (field === undefined) return
    if (field !== 'password') store.edit(row.id, field, given)
    else if (given !== '' || !row.hasPassword) store.editPassword(row.id, given)
  }
  return computed((): ImportContent<ImportRow, RowGroup> => ({
    fields: fieldNames.map((field): ImportField<ImportRow> => ({
      key: field,
      title: t(`employees.import.field.${field}`),
      label: t(`employees.field.${field}`),
      width: widths[field],
      hideBelow: field === 'remark' ? 930 : 0,
      text: (row) => textOf(row, field),
      input: (row) => inputOf(row, field),
      message: (row) => messageOf(row, field),
      isSecret: field === 'password',
    })),
    groupOf: store.stateOf,
    result: (row) => {
      const { text, code, tone } = rowMessage(store.rowContext(row), translator)
      return { text, detail: code, tone }
    },
    hideResultBelow: 560,
    canCorrect: store.canEdit,
    needsCorrection: (row) => wrong.includes(store.stateOf(row)),
    firstField: (row) => fieldNames.find((field) => messageOf(row, field)?.tone === 'danger') ?? 'userName',
    correct,
  }))
}
