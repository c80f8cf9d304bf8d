import { describe, expect, it } from 'vitest'
import { commands } from '#shared/bridge/commands'
import { useConnectForm } from '../../../../src-renderer/features/connect/connect-form'
import { connect as en } from '../../../../src-renderer/i18n/en/connect'
import { connect as zh } from '../../../../src-renderer/i18n/zh/connect'

const fields = {
  name: 'North',
  baseUrl: 'https://platform.example',
  userCentreUrl: 'https://platform.example/oauth/token',
  orderAppKey: 'desk',
  memberAppKey: 'desk',
  userName: 'li.wei',
}
const has = { orderSecret: true, memberSecret: true, password: true }
const form = () =>
  useConnectForm(
    () => ({ id: 'one', fields, has }),
    () => fields,
  )
const noSecrets = { orderSecret: null, memberSecret: null }

describe('platform and sign-in names', () => {
  it.each([
    ['name', 'name'],
    ['orderKey', 'orderAppKey'],
    ['userName', 'userName'],
  ] as const)('reject “|” and control characters: %s', (field, sent) => {
    for (const odd of ['https://evil.example | desk', 'a\u0000b', 'a\u001b[2Jb', 'a\u202eb', 'a\nb']) {
      const one = form()
      one.values[field] = odd
      one.showAllProblems()
      expect([odd, one.shown(field), one.firstInvalidField()]).toEqual([
        odd,
        'connect.problem.characters',
        field,
      ])
      const input = { fields: { ...fields, [sent]: odd }, secrets: noSecrets, anyway: true }
      expect(commands['connect/save'].input.safeParse(input).success).toBe(false)
    }
    const plain = form()
    plain.showAllProblems()
    expect(plain.firstInvalidField()).toBeNull()
    expect(
      commands['connect/save'].input.safeParse({ fields, secrets: noSecrets, anyway: true }).success,
    ).toBe(true)
  })
})

describe('an edited address', () => {
  it('announces the question about stored data only on another server', () => {
    const one = form()
    expect(one.formerAddress.value).toBeNull()
    one.values.baseUrl = 'HTTPS://PLATFORM.example:443/'
    expect(one.formerAddress.value).toBeNull()
    one.values.baseUrl = 'https://platform.example/v2'
    expect(one.formerAddress.value).toBeNull()
    one.values.baseUrl = 'https://elsewhere.example'
    expect(one.formerAddress.value).toBe('https://platform.example')
  })
})

describe.each([en, zh])('the text about such a character', (texts) => {
  it('contains no plural separator', () => {
    expect(texts.problem.characters).not.toContain('|')
  })
})
