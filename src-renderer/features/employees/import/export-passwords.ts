import type { Texts } from '../../../i18n/use-texts'
import type { OutColumn } from '../../../ui/sheets/write/write-sheet'
import { accountOf } from '../form/enterprise-code'
import type { useImportStore } from './import-store'
import type { ImportRow } from './import-rows'

type Store = ReturnType<typeof useImportStore>

/**
 * The columns of the handover file: employees added with a generated password. It is written once, to a file
 * that the user chooses.
 */
export const passwordColumns = (store: Store, { t }: Pick<Texts, 't'>): readonly OutColumn<ImportRow>[] => [
  {
    title: t('employees.field.userName'),
    width: 28,
    value: (row) => {
      const { entry } = store.rowContext(row)
      return (entry === null ? null : accountOf(entry)) ?? row.values.userName
    },
  },
  { title: t('employees.field.name'), width: 20, value: ({ values }) => values.name },
  { title: t('employees.field.password'), width: 22, value: ({ id }) => store.passwordOf(id) ?? '' },
  { title: t('employees.field.department'), width: 16, value: ({ values }) => values.department },
  { title: t('employees.field.passwordMobile'), width: 18, value: ({ values }) => values.passwordMobile },
]
