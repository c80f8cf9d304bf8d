import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { lockProfileSchema, profileJsonSchema, writeProfile } from '../../../src-main/locks/profiles/profile'
import { parseProfile } from '../../../src-main/locks/profiles/profile-problems'
import { profileFile, trainingProfile } from '../support/devices'

const problemOf = (changes: Record<string, unknown>): string => {
  const parsed = parseProfile(JSON.stringify(profileFile(changes)))
  return parsed.ok ? 'none' : parsed.error.message
}
const read = (changes: Record<string, unknown>) => ({ ...(profileFile()['read'] as object), ...changes })

describe('a lock profile', () => {
  it('accepts USB IDs as numbers and hexadecimal text', () => {
    const ids = (match: Record<string, unknown>) => lockProfileSchema.parse(profileFile({ match })).match
    expect(ids({ vendorId: 4617, productId: '0x0001' })).toEqual({ vendorId: 0x1209, productId: 1 })
  })

  it('fills in defaults', () => {
    const profile = lockProfileSchema.parse({
      id: 'by-serial',
      name: { en: 'By serial', zh: '按序列号' },
      match: { vendorId: 1, productId: 2 },
      read: { by: 'serial' },
    })
    expect(profile.read).toEqual({ by: 'serial', reportId: 0, length: 64, answer: {}, timeoutMs: 1000 })
    expect(profile.check).toEqual({ kind: 'none' })
  })

  it('names the field of a problem', () => {
    expect(problemOf({})).toBe('none')
    expect(problemOf({ match: { vendorId: 70_000, productId: 1 } })).toMatch(/^match\.vendorId/)
    expect(problemOf({ match: { vendorId: 1, productId: 1, product: '(' } })).toBe(
      'match.product: not a regular expression',
    )
    expect(problemOf({ extract: undefined })).toBe('extract: required to read by exchange')
    expect(problemOf({ extract: { offset: 0, length: 11, as: 'bcd' } })).toBe(
      'extract.length: at most 10 bytes as bcd',
    )
    expect(problemOf({ check: { kind: 'sum8', at: 1 } })).toBe('check: sum8 requires over and at')
    expect(problemOf({ check: { kind: 'sum8', over: [3, 3], at: 1 } })).toBe('check.over: the range is empty')
    expect(problemOf({ read: read({ request: undefined, answer: {} }) })).toBe(
      'read.request: required for an exchange',
    )
    expect(problemOf({ read: read({ request: '4c4' }) })).toBe(
      'read.request: expected pairs of hexadecimal digits',
    )
    expect(problemOf({ read: read({ length: 2 }) })).toMatch(
      /read\.request: must not be longer than read\.length/,
    )
    expect(problemOf({ read: read({ answer: { echoes: [60, 8] } }) })).toMatch(/within read\.length/)
    expect(problemOf({ id: 'generic-serial' })).toBe('id: this ID is reserved')
  })

  it('rejects unknown keys, since a misspelled one would match too much', () => {
    expect(problemOf({ match: { vendorId: 1, productId: 1, usagepage: 65280 } })).toMatch(/usagepage/)
  })

  it('survives the transfer to another process', () => {
    const crossed: unknown = structuredClone(writeProfile(trainingProfile))
    expect(lockProfileSchema.parse(crossed)).toEqual(trainingProfile)
  })

  // After a change of the schema: npx vitest run --project unit -u test/locks/profiles/profile.test.ts
  it('matches resources/lock-profiles/schema.json', async () => {
    const text = await format(JSON.stringify(profileJsonSchema()), {
      parser: 'json',
      singleQuote: true,
      printWidth: 110,
    })
    await expect(text).toMatchFileSnapshot('../../../resources/lock-profiles/schema.json')
  })
})
