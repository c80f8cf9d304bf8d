import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { lockProfileSchema, profileJsonSchema, writeProfile } from '../../src-main/locks/profile'
import { parseProfile } from '../../src-main/locks/profile-problems'
import { profileFile, trainingProfile } from './support/devices'

const problemOf = (changes: Record<string, unknown>): string => {
  const parsed = parseProfile(JSON.stringify(profileFile(changes)))
  return parsed.ok ? 'none' : parsed.error.message
}
const read = (changes: Record<string, unknown>) => ({ ...(profileFile()['read'] as object), ...changes })

describe('a lock profile', () => {
  it('takes USB ids as numbers and as hexadecimal text', () => {
    const ids = (match: Record<string, unknown>) => lockProfileSchema.parse(profileFile({ match })).match
    expect(ids({ vendorId: 4617, productId: '0x0001' })).toEqual({ vendorId: 0x1209, productId: 1 })
  })

  it('fills in what a file may leave out', () => {
    const profile = lockProfileSchema.parse({
      id: 'by-serial',
      name: { en: 'By serial', zh: '按序列号' },
      match: { vendorId: 1, productId: 2 },
      read: { by: 'serial' },
    })
    expect(profile.read).toEqual({ by: 'serial', reportId: 0, length: 64, answer: {}, timeoutMs: 1000 })
    expect(profile.check).toEqual({ kind: 'none' })
  })

  it('says where a file is wrong', () => {
    expect(problemOf({})).toBe('none')
    expect(problemOf({ match: { vendorId: 70_000, productId: 1 } })).toMatch(/^match\.vendorId/)
    expect(problemOf({ match: { vendorId: 1, productId: 1, product: '(' } })).toBe(
      'match.product: not a regular expression',
    )
    expect(problemOf({ extract: undefined })).toBe('extract: needed to read by exchange')
    expect(problemOf({ extract: { offset: 0, length: 11, as: 'bcd' } })).toBe(
      'extract.length: at most 10 bytes as bcd',
    )
    expect(problemOf({ check: { kind: 'sum8', at: 1 } })).toBe('check: sum8 needs over and at')
    expect(problemOf({ check: { kind: 'sum8', over: [3, 3], at: 1 } })).toBe('check.over: the range is empty')
    expect(problemOf({ read: read({ request: undefined, answer: {} }) })).toBe(
      'read.request: needed for an exchange',
    )
    expect(problemOf({ read: read({ request: '4c4' }) })).toBe(
      'read.request: expected pairs of hexadecimal digits',
    )
    expect(problemOf({ read: read({ length: 2 }) })).toMatch(/read\.request: longer than read\.length/)
    expect(problemOf({ read: read({ answer: { echoes: [60, 8] } }) })).toMatch(/beyond read\.length/)
    expect(problemOf({ id: 'generic-serial' })).toBe('id: this id is taken by the app')
  })

  it('refuses a key it does not know: a misspelt one would match more than was meant', () => {
    expect(problemOf({ match: { vendorId: 1, productId: 1, usagepage: 65280 } })).toMatch(/usagepage/)
  })

  it('is the same after it has crossed to another process', () => {
    const crossed: unknown = structuredClone(writeProfile(trainingProfile))
    expect(lockProfileSchema.parse(crossed)).toEqual(trainingProfile)
  })

  // After a change of the schema: npx vitest run --project unit -u test/locks/profile.test.ts
  it('is what resources/lock-profiles/schema.json describes', async () => {
    const text = await format(JSON.stringify(profileJsonSchema()), {
      parser: 'json',
      singleQuote: true,
      printWidth: 110,
    })
    await expect(text).toMatchFileSnapshot('../../resources/lock-profiles/schema.json')
  })
})
