import { describe, expect, it } from 'vitest'
import { learnEnterpriseCode } from '../../../../src-renderer/features/employees/enterprise-code'
import { fieldOfReason, namedInCall } from '../../../../src-renderer/features/employees/field-of-failure'
import {
  createPasswordGenerator,
  generatePassword,
} from '../../../../src-renderer/features/employees/generate-password'
import { tidy } from '../../../../src-renderer/features/employees/normalise'
import { entry } from '../../support/samples'

describe('generatePassword', () => {
  it('makes 16 signs that are not taken for each other, of three kinds, and never the same', () => {
    const made = Array.from({ length: 2000 }, () => generatePassword())
    expect(new Set(made).size).toBe(made.length)
    for (const password of made) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{16}$/)
      expect(password).not.toMatch(/[0OoQ1lIi5Ss2Zz8B]/)
    }
  })

  it('draws again what would favour some signs', () => {
    // The highest numbers do not divide evenly; taken, they would all be the same sign.
    let fills = 0
    const generate = createPasswordGenerator((numbers) => {
      fills += 1
      numbers.forEach((_, at) => (numbers[at] = fills === 1 ? 2 ** 32 - 1 : at * 977 + fills * 31))
    })
    expect(new Set(generate()).size).toBeGreaterThan(4)
    expect(fills).toBeGreaterThan(1)
  })
})

describe('tidy', () => {
  it.each([
    ['userName', 'ｃｈｅｎ７', 'chen7', ['full-width']],
    ['userName', "'007", '007', ['number-format']],
    ['userName', '1001.0', '1001', ['number-format']],
    ['passwordMobile', '138-0013 8000', '13800138000', ['spacing']],
    ['passwordMobile', '1.38E+10', '1.38E+10', []],
    ['name', 'Ｃｈｅｎ', 'Ｃｈｅｎ', []],
    ['name', '\u202eChen\u0007', 'Chen', ['hidden']],
    ['name', '👩‍🔧', '👩‍🔧', []],
    ['name', ' Chen \n Yu ', 'Chen Yu', []],
    ['password', ' ａ\u202e ', ' ａ\u202e ', []],
  ] as const)('reads %s “%s” as it is meant', (field, given, text, tidied) => {
    expect(tidy(field, given)).toEqual({ text, tidied })
  })
})

describe('learnEnterpriseCode', () => {
  const added = entry({
    action: 'add-employee',
    enterpriseGlobalId: 'e1',
    request: { userName: 'chen' },
    result: { userName: 'chen@nbc', memberGlobalId: 'm1' },
  })

  it('is certain of what an answer told, for that enterprise', () => {
    expect(learnEnterpriseCode('e1', [added], [])).toEqual({ code: '@nbc', isCertain: true })
    expect(learnEnterpriseCode('e2', [added], [])).toBeNull()
  })

  it('guesses from what all accounts end with, and from too few not at all', () => {
    expect(learnEnterpriseCode('e1', [], ['an@x', 'bo@x', 'cy@x'])).toEqual({ code: '@x', isCertain: false })
    expect(learnEnterpriseCode('e1', [], ['an@x', 'bo@x'])).toBeNull()
    expect(learnEnterpriseCode('e1', [], ['an', 'bo', 'cy'])).toBeNull()
  })
})

describe('where a refusal belongs', () => {
  const refused = (businessCode: string, message = '') => ({
    kind: 'platform' as const,
    failure: { code: 'refused' as const, message, businessCode, changed: 'no' as const },
  })

  it('is the field that the code is about', () => {
    expect(fieldOfReason(refused('50003'))).toBe('password')
    expect(fieldOfReason(refused('10004'))).toBe('passwordMobile')
    expect(fieldOfReason({ kind: 'said', message: 'exists' })).toBe('userName')
    expect(fieldOfReason(refused('60002'))).toBeNull()
  })

  it('is the employee of a call whom the message names', () => {
    expect(namedInCall(refused('50003', 'userList[17].password: too short'))).toBe(17)
    expect(namedInCall(refused('50003', 'too short'))).toBeNull()
  })
})
