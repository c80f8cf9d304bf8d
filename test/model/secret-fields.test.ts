import { describe, expect, it } from 'vitest'
import { isSecretField } from '#shared/model/secret-fields'

describe('a field of an order', () => {
  it.each([
    'passwords',
    'licensePassword',
    'adminSecret',
    'loginPwd',
    'passphrase',
    'pass_code',
    '密码',
    '口令',
  ])('is secret by its name: %s', (name) => {
    expect(isSecretField(name)).toBe(true)
  })

  it.each(['passwordMobile', 'passengerName', 'sequence', 'trialEndDate', 'appKey', 'timeUnit'])(
    'is not secret: %s',
    (name) => {
      expect(isSecretField(name)).toBe(false)
    },
  )
})
