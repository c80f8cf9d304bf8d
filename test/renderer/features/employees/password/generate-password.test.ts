import { describe, expect, it } from 'vitest'
import {
  createPasswordGenerator,
  generatePassword,
} from '../../../../../src-renderer/features/employees/password/generate-password'

describe('generatePassword', () => {
  it('generates 16 unambiguous characters of three kinds, never the same', () => {
    const passwords = Array.from({ length: 2000 }, () => generatePassword())
    expect(new Set(passwords).size).toBe(passwords.length)
    for (const password of passwords) {
      expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[A-Za-z0-9]{16}$/)
      expect(password).not.toMatch(/[0OoQ1lIi5Ss2Zz8B]/)
    }
  })

  it('rejects random numbers that would bias the result', () => {
    // The highest numbers do not divide evenly and would all give the same character.
    let fills = 0
    const generate = createPasswordGenerator((numbers) => {
      fills += 1
      numbers.forEach((_, at) => (numbers[at] = fills === 1 ? 2 ** 32 - 1 : at * 977 + fills * 31))
    })
    expect(new Set(generate()).size).toBeGreaterThan(4)
    expect(fills).toBeGreaterThan(1)
  })
})
