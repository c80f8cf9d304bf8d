import { describe, expect, it } from 'vitest'
import type { PlatformFields } from '#shared/model/app/saved-platform'
import type { Values } from '../../../../src-renderer/features/connect/connect-fields'
import { problemsOf } from '../../../../src-renderer/features/connect/field-problems'
import { createSecretValidity } from '../../../../src-renderer/features/connect/secret-validity'
import { northFields } from './north-fields'

const values: Values = {
  name: 'North',
  baseUrl: 'https://north.example/api',
  userCentreUrl: 'https://north.example/token',
  orderKey: 'desk',
  orderSecret: 'secret',
  memberKey: '',
  memberSecret: '',
  userName: '',
  password: '',
}
const problems = (part: Partial<Values>, keySetup: 'both' | 'each' = 'both', allowsPlain = false) =>
  Object.entries(problemsOf({ ...values, ...part }, { keySetup, allowsPlain, hasSecret: () => false }))
    .filter(([, problem]) => problem !== null)
    .map(([name, problem]) => `${name}: ${problem}`)

describe('problems of the fields', () => {
  it('are none of one key for both modules', () => {
    expect(problems({})).toEqual([])
    expect(problems({ orderKey: ' ' })).toEqual(['orderKey: connect.problem.noKey'])
    expect(problems({ orderSecret: '' })).toEqual(['orderSecret: connect.problem.secret'])
  })

  it('need one of two keys, and the key of a secret and of a sign-in', () => {
    expect(problems({}, 'each')).toEqual([])
    expect(problems({ memberSecret: 'secret' }, 'each')).toEqual(['memberKey: connect.problem.keyOfSecret'])
    expect(problems({ userName: 'li.wei' }, 'each')).toEqual(['userName: connect.problem.signInNeedsKey'])
  })

  it('are an address without encryption, unless it is allowed', () => {
    const plain = { baseUrl: 'http://north.example/api' }
    expect(problems(plain)).toEqual(['baseUrl: connect.problem.plain'])
    expect(problems(plain, 'both', true)).toEqual([])
  })
})

describe('saved secrets', () => {
  const of = (part: Partial<PlatformFields>, has = true) =>
    createSecretValidity({
      has: () => ({ orderSecret: has, memberSecret: has, password: has }),
      owner: () => northFields,
      fields: () => ({ ...northFields, ...part }),
    })

  it('stay valid for their key, user and server alone', () => {
    expect(of({ baseUrl: 'https://north.example/other' }).hasSecret('order')).toBe(true)
    expect(of({ orderAppKey: 'other' }).hasSecret('order')).toBe(false)
    expect(of({ orderAppKey: 'other' }).hasSecret('member')).toBe(true)
    expect(of({ userName: 'other' }).hasPassword()).toBe(false)
    expect(of({ userCentreUrl: 'https://south.example' }).hasPassword()).toBe(false)
  })

  it('name why they must be entered again', () => {
    expect(of({}).reentryReason('order')).toBeNull()
    expect(of({ orderAppKey: 'other' }).reentryReason('order')).toBe('owner')
    expect(of({ baseUrl: 'https://south.example' }).reentryReason('password')).toBe('address')
    expect(of({ orderAppKey: 'other' }, false).reentryReason('order')).toBeNull()
  })
})
