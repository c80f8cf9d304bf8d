import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Name } from '#shared/model/name'
import { fullName } from '../../names/shown-name'

/** What is known of an employee where the list may not have the account. */
export type KnownEmployee = Pick<
  EmployeeRecord,
  'enterpriseGlobalId' | 'memberGlobalId' | 'name' | 'userName'
>

/** The display name: the name, else the account, else the ID. */
export const nameOf = ({
  name,
  userName,
  memberGlobalId,
}: Pick<EmployeeRecord, 'name' | 'userName' | 'memberGlobalId'>): Name => {
  if (name !== null && name !== '') return name
  return userName !== null && userName !== '' ? userName : memberGlobalId
}

/** All text by which a row can be found. */
export const searchTextOf = (employee: EmployeeRecord): string =>
  [
    fullName(employee.name),
    fullName(employee.userName),
    employee.departmentName,
    fullName(employee.passwordMobile),
    fullName(employee.remark),
    employee.borrowNum,
    ...(employee.assetNums ?? []),
  ]
    .filter((part) => part !== null)
    .join(' ')

/** `borrowNum` is text without a documented meaning (docs/api.md); some platforms return “0” or “-” for none. */
export const borrowedOf = ({ borrowNum }: Pick<EmployeeRecord, 'borrowNum'>): string | null => {
  const text = borrowNum?.trim() ?? ''
  return /\d{4,}/.test(text) ? text : null
}
