import { limits } from '#shared/model/api/limits'
import type { CellProblem } from '#shared/sheets/cell-problem'
import type { Departments } from '../departments'
import type { EnterpriseCode } from './enterprise-code'

export const fieldNames = ['userName', 'name', 'department', 'passwordMobile', 'password', 'remark'] as const
export type FieldName = (typeof fieldNames)[number]
/** As typed or read from a file; the department is a name or a number. Never includes the password. */
export type EmployeeValues = Readonly<Record<Exclude<FieldName, 'password'>, string>>

/** A problem with a field. A warning can still be sent: the platform decides. */
export interface Finding {
  readonly field: FieldName
  readonly code: FindingCode
  readonly isWarning: boolean
  /** The values for the placeholders in the problem's text. */
  readonly named: Readonly<Record<string, string | number>>
}

type FindingCode =
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
  | 'cell-error'
  | 'cell-no-result'
  | 'cell-shown-as'
  | 'undecodable'

const error = (field: FieldName, code: FindingCode, named: Finding['named'] = {}): Finding => ({
  field,
  code,
  isWarning: false,
  named,
})
const warning = (field: FieldName, code: FindingCode, named: Finding['named'] = {}): Finding => ({
  ...error(field, code, named),
  isWarning: true,
})

/** Characters as the platform counts them: an emoji of one code point is one character, regardless of its bytes. */
const countCharacters = (text: string): number => Array.from(text).length

/** A long number in a spreadsheet's scientific notation; its last digits are lost. */
const scientific = /^\d(?:[.,]\d+)?[eE][+-]?\d+$/

/** If the code is unknown, this much of the account's length is reserved for it. */
const reservedCodeLength = 12

const accountFindings = (account: string, code: EnterpriseCode | null): Finding[] => {
  if (account === '') return [error('userName', 'account-empty')]
  if (scientific.test(account)) return [error('userName', 'account-number-lost')]
  if (!/^[A-Za-z0-9]+$/.test(account)) return [error('userName', 'account-characters')]
  const maxAccountLength = limits.accountWithEnterpriseCode - 1
  const maxLength = code?.isCertain === true ? maxAccountLength - code.code.length : maxAccountLength
  if (account.length > maxLength)
    return [error('userName', 'account-too-long', { n: account.length, max: maxLength })]
  const likelyMax = maxAccountLength - (code?.code.length ?? reservedCodeLength)
  if (account.length <= likelyMax) return []
  return [warning('userName', 'account-perhaps-too-long', { n: account.length })]
}

const tooLong = (field: 'name' | 'remark', text: string, maxLength: number): Finding[] => {
  const n = countCharacters(text)
  return n > maxLength ? [error(field, `${field}-too-long`, { n, max: maxLength })] : []
}

const departmentFindings = (text: string, departments: Departments): Finding[] => {
  if (text === '') return [error('department', 'department-empty')]
  const found = departments.find(text)
  if (found.state === 'found') return []
  return [error('department', `department-${found.state}`)]
}

/**
 * An international number has at most 15 digits with its country code (ITU-T E.164). The API does not document
 * the platform's own rule.
 */
const minDigits = 6
const maxDigits = 15
const mainlandMobile = /^(?:\+?86)?1\d{10}$/

/** The mobile number is used for password recovery only and may be empty. */
const mobileFindings = (mobile: string): Finding[] => {
  if (mobile === '') return []
  if (scientific.test(mobile)) return [error('passwordMobile', 'mobile-number-lost')]
  if (!/^\+?\d+$/.test(mobile)) return [error('passwordMobile', 'mobile-characters')]
  const digits = mobile.replace('+', '').length
  if (digits < minDigits || digits > maxDigits) return [error('passwordMobile', 'mobile-length')]
  return mainlandMobile.test(mobile) ? [] : [warning('passwordMobile', 'mobile-unusual')]
}

/**
 * Checks an employee's fields against the API's limits (docs/api.md, sections 4.2 and 8). The API documents no
 * password rules: only an empty password is known to be rejected.
 */
export const checkEmployee = (
  values: EmployeeValues,
  about: { readonly departments: Departments; readonly code: EnterpriseCode | null },
): Finding[] => [
  ...accountFindings(values.userName, about.code),
  ...(values.name === '' ? [error('name', 'name-empty')] : tooLong('name', values.name, limits.employeeName)),
  ...departmentFindings(values.department, about.departments),
  ...mobileFindings(values.passwordMobile),
  ...tooLong('remark', values.remark, limits.employeeRemark),
]

/** Checks a password without storing it. */
export const checkPassword = (password: string): Finding[] => {
  if (password === '') return [error('password', 'password-empty')]
  return scientific.test(password) ? [warning('password', 'password-number-lost')] : []
}

/** The sheet has no value for the field. */
export const cellProblemFinding = (field: FieldName, problem: CellProblem): Finding =>
  error(field, `cell-${problem}`)
/** The spreadsheet program shows other digits than it stores. */
export const shownAsFinding = (field: FieldName, text: string): Finding =>
  warning(field, 'cell-shown-as', { text })
/** The text was read in a wrong encoding, or saved by a program that did. */
export const undecodableFinding = (field: FieldName): Finding => error(field, 'undecodable')

export const duplicateFinding = (line: number): Finding => error('userName', 'account-repeated', { line })
export const existsFinding = (isCertain: boolean): Finding =>
  isCertain ? error('userName', 'account-exists') : warning('userName', 'account-perhaps-exists')
export const zerosFinding = (digits: number): Finding => warning('userName', 'account-zeros', { n: digits })
