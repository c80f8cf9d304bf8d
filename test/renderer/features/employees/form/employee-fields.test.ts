import { describe, expect, it } from 'vitest'
import { departmentsOf } from '../../../../../src-renderer/features/employees/departments'
import {
  checkEmployee,
  checkPassword,
} from '../../../../../src-renderer/features/employees/form/employee-fields'
import type { EmployeeValues } from '../../../../../src-renderer/features/employees/form/employee-fields'
import type { EnterpriseCode } from '../../../../../src-renderer/features/employees/form/enterprise-code'

const departments = departmentsOf(
  [
    { departmentId: '12', departmentName: 'Sales' },
    { departmentId: '13', departmentName: 'Design' },
    { departmentId: '14', departmentName: 'design' },
    { departmentId: '9007199254740993123', departmentName: null },
  ],
  'en',
)
const good: EmployeeValues = {
  userName: 'chenyu',
  name: 'Chen Yu',
  department: 'Sales',
  passwordMobile: '',
  remark: '',
}
const codes = (part: Partial<EmployeeValues>, code: EnterpriseCode | null = null) =>
  checkEmployee({ ...good, ...part }, { departments, code }).map((one) => [one.code, one.isWarning])
const wrong = (code: string) => [[code, false]]
const certain = { code: '@nbc', isCertain: true }

describe('checkEmployee', () => {
  it('accepts valid values', () => {
    expect(codes({})).toEqual([])
    expect(codes({ passwordMobile: '13800138000' })).toEqual([])
  })

  it.each([
    ['', 'account-empty'],
    ['chen yu', 'account-characters'],
    ['chen-yu', 'account-characters'],
    ['陈宇', 'account-characters'],
    ['1.2E+05', 'account-number-lost'],
  ])('accepts letters and digits only for an account: “%s”', (userName, code) => {
    expect(codes({ userName })).toEqual(wrong(code))
  })

  it('limits the account with the enterprise code to fewer than 63 characters', () => {
    expect(codes({ userName: 'a'.repeat(58) }, certain)).toEqual([])
    expect(codes({ userName: 'a'.repeat(59) }, certain)).toEqual(wrong('account-too-long'))
    // A guessed or missing code is no reason to reject.
    expect(codes({ userName: 'a'.repeat(59) }, { code: '@nbc', isCertain: false })).toEqual([
      ['account-perhaps-too-long', true],
    ])
    expect(codes({ userName: 'a'.repeat(62) })).toEqual([['account-perhaps-too-long', true]])
    expect(codes({ userName: 'a'.repeat(63) })).toEqual(wrong('account-too-long'))
  })

  it('counts a name and a remark in characters, not in bytes or surrogates', () => {
    expect(codes({ name: '🙂'.repeat(30) })).toEqual([])
    expect(codes({ name: '🙂'.repeat(31) })).toEqual(wrong('name-too-long'))
    expect(codes({ name: '员'.repeat(30), remark: '备'.repeat(200) })).toEqual([])
    expect(codes({ remark: '备'.repeat(201) })).toEqual(wrong('remark-too-long'))
    expect(codes({ name: '' })).toEqual(wrong('name-empty'))
  })

  it('treats a script as text', () => {
    expect(codes({ name: '<script>alert(1)</script>' })).toEqual([])
    expect(codes({ name: 'שרה لينا' })).toEqual([])
  })

  it('recognizes a department by a known name or by its number', () => {
    expect(codes({ department: 'ｓａｌｅｓ' })).toEqual([])
    expect(codes({ department: '9007199254740993123' })).toEqual([])
    expect(codes({ department: 'Design' })).toEqual(wrong('department-several'))
    expect(codes({ department: 'Nowhere' })).toEqual(wrong('department-unknown'))
    expect(codes({ department: '' })).toEqual(wrong('department-empty'))
  })

  it.each([
    ['1.38E+10', 'mobile-number-lost', false],
    ['13800', 'mobile-length', false],
    ['138001380001380013', 'mobile-length', false],
    ['home', 'mobile-characters', false],
    ['+6591234567', 'mobile-unusual', true],
    ['380013800', 'mobile-unusual', true],
  ])('warns about an implausible mobile: %s', (passwordMobile, code, isWarning) => {
    expect(codes({ passwordMobile })).toEqual([[code, isWarning]])
  })
})

describe('checkPassword', () => {
  it('rejects only an empty one, since the platform sets the limits', () => {
    expect(checkPassword('').map(({ code }) => code)).toEqual(['password-empty'])
    expect(checkPassword('x')).toEqual([])
    expect(checkPassword('1.2E+05').map(({ isWarning }) => isWarning)).toEqual([true])
  })
})
