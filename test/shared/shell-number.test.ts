import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findShellNumbers,
  groupShellNumber,
  isShellNumber,
  plainDigits,
  shellNumberIn,
} from '../../src-shared/model/shell-number'

const shellNumber = fc
  .tuple(fc.constantFrom('8', '6'), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([region, rest]) => region + String(rest).padStart(9, '0'))

describe('a shell number', () => {
  it('is ten digits, the first 8 or 6', () => {
    fc.assert(fc.property(shellNumber, isShellNumber))
    for (const no of ['7000000017', '800000001', '80000000170', '800000001O', ' 8000000017', '']) {
      expect(isShellNumber(no)).toBe(false)
    }
  })

  it('is found behind any prefix, and never inside a longer run of digits', () => {
    fc.assert(
      fc.property(shellNumber, fc.stringMatching(/^[A-Z-]{0,6}$/), (number, prefix) => {
        expect(shellNumberIn(prefix + number)).toBe(number)
        expect(findShellNumbers(`${prefix}1${number}`)).toEqual([])
      }),
    )
    expect(shellNumberIn('8000000017-8000000018')).toBeNull()
  })

  it('survives grouping, full-width digits and spaces', () => {
    fc.assert(
      fc.property(shellNumber, (number) => {
        expect(plainDigits(` ${groupShellNumber(number)}\t`)).toBe(number)
        const wide = number.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
        expect(plainDigits(wide)).toBe(number)
      }),
    )
  })

  it('is grouped 4-3-3, and nothing else is', () => {
    expect(groupShellNumber('8000000017')).toBe('8000 000 017')
    expect(groupShellNumber('LD8000000017')).toBe('LD8000000017')
  })
})
