import { describe, expect, it } from 'vitest'
import {
  fieldOfReason,
  rejectedIndex,
} from '../../../../../src-renderer/features/employees/form/field-of-failure'

describe('the field of a failure', () => {
  const rejected = (businessCode: string, message = '') => ({
    kind: 'platform' as const,
    failure: { code: 'refused' as const, message, businessCode, changed: 'no' as const },
  })

  it('is the field of the code', () => {
    expect(fieldOfReason(rejected('50003'))).toBe('password')
    expect(fieldOfReason(rejected('10004'))).toBe('passwordMobile')
    expect(fieldOfReason({ kind: 'said', message: 'exists' })).toBe('userName')
    expect(fieldOfReason(rejected('60002'))).toBeNull()
  })

  it('is in the row named in the message', () => {
    expect(rejectedIndex(rejected('50003', 'userList[17].password: too short'))).toBe(17)
    expect(rejectedIndex(rejected('50003', 'too short'))).toBeNull()
  })
})
