import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Texts } from '../../i18n/use-texts'
import type { OutColumn } from '../../ui/sheets/write/write-sheet'
import { borrowedOf } from './employee-texts'

/** The export columns; identifiers are text, so that no spreadsheet rounds them. */
export const employeeColumns = ({ t }: Pick<Texts, 't'>): readonly OutColumn<EmployeeRecord>[] => [
  { title: t('employees.field.name'), width: 18, value: ({ name }) => name },
  { title: t('employees.field.userName'), width: 24, value: ({ userName }) => userName },
  { title: t('employees.field.department'), width: 18, value: ({ departmentName }) => departmentName },
  { title: t('employees.department.number'), width: 14, value: ({ departmentId }) => departmentId },
  { title: t('employees.field.passwordMobile'), width: 16, value: ({ passwordMobile }) => passwordMobile },
  {
    title: t('common.assets'),
    width: 32,
    value: ({ assetNums }) => assetNums?.join(' ') ?? null,
  },
  { title: t('common.borrowedLock'), width: 16, value: borrowedOf },
  { title: t('employees.field.remark'), width: 32, value: ({ remark }) => remark },
  { title: t('common.employeeId'), width: 24, value: ({ memberGlobalId }) => memberGlobalId },
]
