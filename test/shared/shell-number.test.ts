import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findShellNumbers,
  groupShellNumber,
  isShellNumber,
  malformedReason,
  plainDigits,
  shellNumberIn,
} from '../../src-shared/model/locks/shell-number'

const shellNumber = fc
  .tuple(fc.constantFrom('8', '6'), fc.integer({ min: 0, max: 999_999_999 }))
  .map(([region, rest]) => region + String(rest).padStart(9, '0'))

describe('a shell number', () => {
  it('has ten digits, the first 8 or 6', () => {
    fc.assert(fc.property(shellNumber, isShellNumber))
    for (const no of ['7000000017', '800000001', '80000000170', '800000001O', ' 8000000017', '']) {
      expect(isShellNumber(no)).toBe(false)
    }
  })

  it('is found after any prefix, and never inside a longer run of digits', () => {
    fc.assert(
      fc.property(shellNumber, fc.stringMatching(/^[A-Z-]{0,6}$/), (number, prefix) => {
        expect(shellNumberIn(prefix + number)).toBe(number)
        expect(findShellNumbers(`${prefix}1${number}`)).toEqual([])
      }),
    )
    expect(shellNumberIn('8000000017-8000000018')).toBeNull()
  })

  it('is normalized from grouping, full-width digits and spaces', () => {
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

describe('malformedReason', () => {
  it('accepts a shell number in any spelling', () => {
    fc.assert(
      fc.property(shellNumber, (number) => {
        for (const written of [
          number,
          `'${number}`,
          ` ${groupShellNumber(number)} `,
          `\u202a${number}\u202c`,
          `${number}\u200b`,
          `${number.slice(0, 4)}-${number.slice(4)}`,
        ]) {
          expect(malformedReason(written)).toBeNull()
        }
      }),
    )
  })

  it.each([
    ['', 'empty'],
    [' \u200b ', 'empty'],
    ['8.00E+09', 'scientific'],
    ['8E9', 'scientific'],
    ['8,00E+09', 'scientific'],
    ['008000000017', 'leading-zeros'],
    ['06000000017', 'leading-zeros'],
    ['8,000,000,017', 'number-format'],
    ['8000000017.00', 'number-format'],
    ['8000000017.', 'number-format'],
    ['7000000017', 'wrong-region'],
    ['0000000017', 'wrong-region'],
    ['800000017', 'too-short'],
    ['80000000170', 'too-long'],
    ['80000000178000000018', 'too-long'],
    ['8000000017 8000000018', 'several'],
    ['8000000017/6000000018', 'several'],
    ['800000O017', 'letters'],
    ['壳号', 'letters'],
    ['8000000017;', 'other-characters'],
    ['—', 'other-characters'],
  ])('returns for %j: %s', (text, reason) => {
    expect(malformedReason(text)).toBe(reason)
  })

  it('accepts shell numbers only', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('8600123456789 ,.-eEO')) }), (text) => {
        expect(malformedReason(text) === null).toBe(isShellNumber(plainDigits(text)))
      }),
    )
  })
})
