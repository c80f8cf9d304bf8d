import { limits } from '#shared/model/limits'
import type { BusinessCode } from '#shared/model/business-codes'
import type { Policy } from '../policy'
import { Refusal } from './refusal'

const lettersAndDigits = /^[A-Za-z0-9]+$/
const charactersOf = (text: string): number => Array.from(text).length

export const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === ''

/** Throws the refusal `code` with a message that names the field and, in a list, whose it is. */
export type RefuseField = (code: BusinessCode, field: string, message: string) => never

export const refuseField: RefuseField = (code, field, message) => {
  throw new Refusal(code, `${field}: ${message}`)
}

export const checkName = (name: string, refuse: RefuseField): void => {
  if (charactersOf(name) > limits.employeeName) {
    refuse('30002', 'name', `longer than ${limits.employeeName} characters`)
  }
}

export const checkRemark = (remark: string | undefined, refuse: RefuseField): void => {
  if (charactersOf(remark ?? '') > limits.employeeRemark) {
    refuse('30003', 'remark', `longer than ${limits.employeeRemark} characters`)
  }
}

export const checkPassword = (password: string, { passwordLength }: Policy, refuse: RefuseField): void => {
  const length = charactersOf(password)
  if (length < passwordLength.min || length > passwordLength.max) {
    refuse('50003', 'password', `must have ${passwordLength.min} to ${passwordLength.max} characters`)
  }
}

/** Left out or empty it is fine: it is for password recovery only. */
export const checkMobile = (
  mobile: string | undefined,
  { mobilePattern }: Policy,
  code: BusinessCode,
  refuse: RefuseField,
): void => {
  if (!isBlank(mobile) && !new RegExp(mobilePattern).test(mobile ?? '')) {
    refuse(code, 'passwordMobile', 'is not a mobile number')
  }
}

/** Section 8: account and enterprise code together stay below 63. */
export const checkAccount = (userName: string, enterpriseCode: string, refuse: RefuseField): void => {
  if (!lettersAndDigits.test(userName)) refuse('10003', 'userName', 'may contain only letters and digits')
  if (userName.length + enterpriseCode.length >= limits.accountWithEnterpriseCode) {
    refuse(
      '10003',
      'userName',
      `with the enterprise code ${enterpriseCode} must stay below ${limits.accountWithEnterpriseCode} characters`,
    )
  }
}
