import { limits } from '#shared/model/api/limits'
import type { BusinessCode } from '#shared/model/api/business-codes'
import type { Policy } from '../policy'
import { BusinessException } from './business-exception'

const lettersAndDigits = /^[A-Za-z0-9]+$/
const charactersOf = (text: string): number => Array.from(text).length

export const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === ''

/** Throws a BusinessException with `code`. The message names the field and, in a list, its index. */
export type RejectField = (code: BusinessCode, field: string, message: string) => never

export const rejectField: RejectField = (code, field, message) => {
  throw new BusinessException(code, `${field}: ${message}`)
}

export const checkName = (name: string, reject: RejectField): void => {
  if (charactersOf(name) > limits.employeeName) {
    reject('30002', 'name', `must not be longer than ${limits.employeeName} characters`)
  }
}

export const checkRemark = (remark: string | undefined, reject: RejectField): void => {
  if (charactersOf(remark ?? '') > limits.employeeRemark) {
    reject('30003', 'remark', `must not be longer than ${limits.employeeRemark} characters`)
  }
}

export const checkPassword = (password: string, { passwordLength }: Policy, reject: RejectField): void => {
  const length = charactersOf(password)
  if (length < passwordLength.min || length > passwordLength.max) {
    reject('50003', 'password', `must have ${passwordLength.min} to ${passwordLength.max} characters`)
  }
}

/** Optional: it is used for password recovery only. */
export const checkMobile = (
  mobile: string | undefined,
  { mobilePattern }: Policy,
  code: BusinessCode,
  reject: RejectField,
): void => {
  if (!isBlank(mobile) && !new RegExp(mobilePattern).test(mobile ?? '')) {
    reject(code, 'passwordMobile', 'must be a mobile number')
  }
}

/** Section 8: account and enterprise code together stay below 63 characters. */
export const checkAccount = (userName: string, enterpriseCode: string, reject: RejectField): void => {
  if (!lettersAndDigits.test(userName)) reject('10003', 'userName', 'may contain only letters and digits')
  if (userName.length + enterpriseCode.length >= limits.accountWithEnterpriseCode) {
    reject(
      '10003',
      'userName',
      `with the enterprise code ${enterpriseCode} must be shorter than ${limits.accountWithEnterpriseCode} characters`,
    )
  }
}
