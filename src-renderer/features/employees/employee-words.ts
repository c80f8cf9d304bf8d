import type { EmployeeRecord } from '#shared/model/employee-record'

/** What somebody is called where only one thing can be said: the name, else the account, else the id. */
export const nameOf = ({
  name,
  userName,
  memberGlobalId,
}: Pick<EmployeeRecord, 'name' | 'userName' | 'memberGlobalId'>): string => {
  if (name !== null && name !== '') return name
  return userName !== null && userName !== '' ? userName : memberGlobalId
}

/** Everything a row can be found by. */
export const haystackOf = (employee: EmployeeRecord): string =>
  [
    employee.name,
    employee.userName,
    employee.departmentName,
    employee.passwordMobile,
    employee.remark,
    employee.borrowNum,
    ...(employee.assetNums ?? []),
  ]
    .filter((part) => part !== null)
    .join(' ')

/** `borrowNum` is text whose meaning the API document does not show; some platforms say “0” or “-” for none. */
export const borrowedOf = ({ borrowNum }: Pick<EmployeeRecord, 'borrowNum'>): string | null => {
  const text = borrowNum?.trim() ?? ''
  return /\d{4,}/.test(text) ? text : null
}
