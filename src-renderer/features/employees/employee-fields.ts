import { limits } from '#shared/model/limits'
import type { Departments } from './departments'
import type { EnterpriseCode } from './enterprise-code'

export const fieldNames = ['userName', 'name', 'department', 'passwordMobile', 'password', 'remark'] as const
export type FieldName = (typeof fieldNames)[number]
/** As it was typed or stands in a file; the department as its name or its number. A password is never among them. */
export type EmployeeValues = Readonly<Record<Exclude<FieldName, 'password'>, string>>

/** What is wrong with a field. `doubt` may be sent all the same: the platform has the last word. */
export interface Finding {
  readonly field: FieldName
  readonly code: FindingCode
  readonly isDoubt: boolean
  /** What the sentence about it counts or names. */
  readonly named: Readonly<Record<string, string | number>>
}

export type FindingCode =
  | 'account-empty'
  | 'account-characters'
  | 'account-too-long'
  | 'account-perhaps-too-long'
  | 'account-zeros'
  | 'account-number-lost'
  | 'account-exists'
  | 'account-perhaps-exists'
  | 'account-repeated'
  | 'name-empty'
  | 'name-too-long'
  | 'department-empty'
  | 'department-unknown'
  | 'department-several'
  | 'mobile-characters'
  | 'mobile-number-lost'
  | 'mobile-length'
  | 'mobile-unusual'
  | 'password-empty'
  | 'password-number-lost'
  | 'remark-too-long'

const wrong = (field: FieldName, code: FindingCode, named: Finding['named'] = {}): Finding => ({
  field,
  code,
  isDoubt: false,
  named,
})
const doubtful = (field: FieldName, code: FindingCode, named: Finding['named'] = {}): Finding => ({
  ...wrong(field, code, named),
  isDoubt: true,
})

/** Characters as a person and the platform count them: an emoji of one code point is one, whatever its bytes. */
export const charactersIn = (text: string): number => Array.from(text).length

/** A spreadsheet wrote a long number this way; its last digits are gone. */
const scientific = /^\d(?:[.,]\d+)?[eE][+-]?\d+$/

/** Without the code an account can be too long that looks short enough; codes longer than this would be odd. */
const roomForCode = 12

const accountFindings = (account: string, code: EnterpriseCode | null): Finding[] => {
  if (account === '') return [wrong('userName', 'account-empty')]
  if (scientific.test(account)) return [wrong('userName', 'account-number-lost')]
  if (!/^[A-Za-z0-9]+$/.test(account)) return [wrong('userName', 'account-characters')]
  const room = limits.accountWithEnterpriseCode - 1
  const most = code?.isCertain === true ? room - code.code.length : room
  if (account.length > most) return [wrong('userName', 'account-too-long', { n: account.length, most })]
  const likely = room - (code?.code.length ?? roomForCode)
  if (account.length <= likely) return []
  return [doubtful('userName', 'account-perhaps-too-long', { n: account.length })]
}

const tooLong = (field: 'name' | 'remark', text: string, most: number): Finding[] => {
  const n = charactersIn(text)
  return n > most ? [wrong(field, `${field}-too-long`, { n, most })] : []
}

const departmentFindings = (text: string, departments: Departments): Finding[] => {
  if (text === '') return [wrong('department', 'department-empty')]
  const found = departments.find(text)
  if (found.state === 'found') return []
  return [wrong('department', `department-${found.state}`)]
}

/** An international number: with its country up to 15 digits (ITU-T E.164). The platform's own rule is not shown. */
const fewestDigits = 6
const mostDigits = 15
const mainlandMobile = /^(?:\+?86)?1\d{10}$/

/** For recovering a password only: it may be left out. */
const mobileFindings = (mobile: string): Finding[] => {
  if (mobile === '') return []
  if (scientific.test(mobile)) return [wrong('passwordMobile', 'mobile-number-lost')]
  if (!/^\+?\d+$/.test(mobile)) return [wrong('passwordMobile', 'mobile-characters')]
  const digits = mobile.replace('+', '').length
  if (digits < fewestDigits || digits > mostDigits) return [wrong('passwordMobile', 'mobile-length')]
  return mainlandMobile.test(mobile) ? [] : [doubtful('passwordMobile', 'mobile-unusual')]
}

/**
 * Everything that the API document's limits (sections 4.2 and 8) say against an employee, field by field. Bounds of a
 * password are not shown there: only an empty one is known to be refused.
 */
export const checkEmployee = (
  values: EmployeeValues,
  about: { readonly departments: Departments; readonly code: EnterpriseCode | null },
): Finding[] => [
  ...accountFindings(values.userName, about.code),
  ...(values.name === '' ? [wrong('name', 'name-empty')] : tooLong('name', values.name, limits.employeeName)),
  ...departmentFindings(values.department, about.departments),
  ...mobileFindings(values.passwordMobile),
  ...tooLong('remark', values.remark, limits.employeeRemark),
]

/** A password is looked at without being kept. */
export const checkPassword = (password: string): Finding[] => {
  if (password === '') return [wrong('password', 'password-empty')]
  return scientific.test(password) ? [doubtful('password', 'password-number-lost')] : []
}

export const repeatedFinding = (line: number): Finding => wrong('userName', 'account-repeated', { line })
export const existsFinding = (isCertain: boolean): Finding =>
  isCertain ? wrong('userName', 'account-exists') : doubtful('userName', 'account-perhaps-exists')
export const zerosFinding = (digits: number): Finding => doubtful('userName', 'account-zeros', { n: digits })
