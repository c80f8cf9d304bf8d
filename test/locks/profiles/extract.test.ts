import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkBytes } from '../../../src-main/locks/profiles/check-bytes'
import { extractShellNumber, onlyShellNumber } from '../../../src-main/locks/profiles/extract'
import { lockProfileSchema } from '../../../src-main/locks/profiles/profile'
import type { CheckBy, ExtractBy } from '../../../src-main/locks/profiles/profile'
import { isShellNumber } from '../../../src-shared/model/locks/shell-number'
import { profileFile } from '../support/devices'

const none: CheckBy = { kind: 'none' }
const bytes = (...data: (number | string)[]) =>
  Uint8Array.from(
    data.flatMap((each) => (typeof each === 'number' ? [each] : [...Buffer.from(each, 'latin1')])),
  )
const take = (data: Uint8Array, extract: ExtractBy, check: CheckBy = none) => {
  const found = extractShellNumber(data, { extract, check })
  return found.ok ? found.value : found.error.code
}
const as = (kind: ExtractBy['as'], offset: number, length: number, prefix = ''): ExtractBy => ({
  offset,
  length,
  as: kind,
  prefix,
})

describe('extractShellNumber', () => {
  it('reads text at its offset', () => {
    expect(take(bytes(1, 2, '8000000017', 0), as('ascii', 2, 10))).toBe('8000000017')
  })

  it('trims the padding of a fixed text field', () => {
    expect(take(bytes('8000000017  '), as('ascii', 0, 12))).toBe('8000000017')
    expect(take(bytes('8000000017', 0, 0), as('ascii', 0, 12))).toBe('8000000017')
  })

  it('reads binary-coded decimals', () => {
    expect(take(bytes(0x80, 0x00, 0x00, 0x00, 0x17), as('bcd', 0, 5))).toBe('8000000017')
    expect(take(bytes(0x80, 0x00, 0x00, 0x00, 0x1a), as('bcd', 0, 5))).toBe('not-digits')
  })

  it('reads integers in both byte orders', () => {
    expect(take(bytes(0x11, 0x50, 0xd6, 0xdc, 0x01), as('uint-le', 0, 5))).toBe('8000000017')
    expect(take(bytes(0x01, 0xdc, 0xd6, 0x50, 0x11), as('uint-be', 0, 5))).toBe('8000000017')
  })

  it('pads a number with zeros after its prefix', () => {
    expect(take(bytes(17, 0, 0, 0), as('uint-le', 0, 4, '8'))).toBe('8000000017')
    expect(take(bytes(0x00, 0x00, 0x00, 0x00, 0x17), as('bcd', 0, 5, '6'))).toBe('6000000017')
    expect(take(bytes('000000011'), as('ascii', 0, 9, '6'))).toBe('6000000011')
  })

  it('rejects digits that are no shell number', () => {
    expect(take(bytes('7000000017'), as('ascii', 0, 10))).toBe('not-a-shell-number')
    expect(take(bytes('80000000170'), as('ascii', 0, 11))).toBe('not-a-shell-number')
    expect(take(bytes('800000001'), as('ascii', 0, 9))).toBe('not-a-shell-number')
    expect(take(bytes(0x10, 0x00, 0x00, 0x00, 0x17), as('bcd', 0, 5, '8'))).toBe('not-a-shell-number')
  })

  it('never reads beyond the end', () => {
    expect(take(bytes('800000001'), as('ascii', 0, 10))).toBe('too-short')
    expect(take(bytes('8000000017'), as('ascii', 0, 10), { kind: 'sum8', over: [0, 10], at: 10 })).toBe(
      'too-short',
    )
    expect(take(bytes('8000000017'), as('ascii', 0, 10), { kind: 'sum8', over: [0, 11], at: 0 })).toBe(
      'too-short',
    )
    expect(
      take(bytes('8000000017', 1), as('ascii', 0, 10), { kind: 'crc16-modbus', over: [0, 10], at: 10 }),
    ).toBe('too-short')
  })

  it('accepts a number only with the right check', () => {
    const check: CheckBy = { kind: 'xor8', over: [0, 10], at: 10 }
    const data = bytes('8000000017')
    const right = checkBytes('xor8', data)[0]!
    expect(take(bytes('8000000017', right), as('ascii', 0, 10), check)).toBe('8000000017')
    expect(take(bytes('8000000017', right ^ 1), as('ascii', 0, 10), check)).toBe('wrong-check')
  })
})

describe('onlyShellNumber', () => {
  it('returns the only run of ten digits that is a shell number', () => {
    expect(onlyShellNumber('HASP-8000000026-A')).toEqual({ ok: true, value: '8000000026' })
  })

  it.each([
    ['no number', null, 'no-number'],
    ['a longer run of digits', '18000000026', 'no-number'],
    ['another region', '7000000026', 'no-number'],
    ['two numbers', '8000000026/6000000011', 'several-numbers'],
  ])('rejects %s', (_, serial, code) => {
    const found = onlyShellNumber(serial)
    expect(found.ok || found.error.code).toBe(code)
  })
})

describe('extraction with arbitrary profiles and reports', () => {
  const kinds = ['none', 'sum8', 'xor8', 'crc16-modbus'] as const
  const offset = fc.integer({ min: 0, max: 24 })
  const range = fc.tuple(offset, offset).map(([from, length]) => [from, from + length + 1])
  const sometimes = <T>(usual: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: fc.anything(), weight: 1 })
  const file = fc
    .record({
      extract: sometimes(
        fc.record({
          offset: sometimes(offset),
          length: sometimes(fc.integer({ min: 1, max: 10 })),
          as: fc.constantFrom('ascii', 'ascii', 'bcd', 'uint-le', 'uint-be', 'ebcdic'),
          prefix: fc.constantFrom('', '', '', '8', '60', 'x'),
        }),
      ),
      check: fc.oneof(
        fc.record({
          kind: fc.constantFrom(...kinds),
          over: fc.oneof(range, range, fc.tuple(offset, offset)),
          at: offset,
        }),
        fc.constant({ kind: 'none' }),
      ),
    })
    .map((changes) => profileFile(changes))
  const report = fc.oneof(
    fc.uint8Array({ minLength: 50, maxLength: 64 }),
    fc.uint8Array({ maxLength: 64 }),
    fc.stringMatching(/^[0-9]{30,80}$/).map((text) => new TextEncoder().encode(text)),
  )

  /** The report with the profile's check, where there is room. */
  const withCheck = (data: Uint8Array, { kind, over, at }: CheckBy): Uint8Array => {
    const checked = Uint8Array.from(data)
    if (over !== undefined && at !== undefined) {
      for (const [index, byte] of checkBytes(kind, checked.subarray(...over)).entries())
        checked[at + index] = byte
    }
    return checked
  }

  it('ends in a shell number or an error code', () => {
    const codes = ['too-short', 'wrong-check', 'not-digits', 'not-a-shell-number']
    const runs = 5000
    let parsed = 0
    let pastTheCheck = 0
    fc.assert(
      fc.property(file, report, fc.boolean(), (json, data, honest) => {
        const profile = lockProfileSchema.safeParse(json)
        if (!profile.success) {
          expect(profile.error.issues.length).toBeGreaterThan(0)
          return
        }
        parsed += 1
        const { extract, check } = profile.data
        const sent = honest ? withCheck(data, check) : data
        const found = extractShellNumber(sent, { extract: extract!, check })
        if (found.ok) expect(isShellNumber(found.value)).toBe(true)
        else expect(codes).toContain(found.error.code)
        if (found.ok || found.error.code.startsWith('not-')) pastTheCheck += 1
      }),
      { numRuns: runs },
    )
    expect(parsed / runs).toBeGreaterThan(0.3)
    expect(pastTheCheck / runs).toBeGreaterThan(0.2)
  })

  it('rejects anything that is not a profile without throwing', () => {
    fc.assert(
      fc.property(fc.anything(), (json) => {
        expect(lockProfileSchema.safeParse(json).success).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it('reads every number written as the profile says', () => {
    const number = fc
      .tuple(fc.constantFrom('8', '6'), fc.stringMatching(/^\d{9}$/))
      .map(([region, rest]) => region + rest)
    fc.assert(
      fc.property(
        number,
        fc.constantFrom('ascii', 'bcd', 'uint-le', 'uint-be'),
        offset,
        (written, kind, at) => {
          const data = {
            ascii: () => Buffer.from(written, 'latin1'),
            bcd: () => Buffer.from(written, 'hex'),
            'uint-be': () => Buffer.from(BigInt(written).toString(16).padStart(10, '0'), 'hex'),
            'uint-le': () => Buffer.from(BigInt(written).toString(16).padStart(10, '0'), 'hex').reverse(),
          }[kind]()
          const padded = Buffer.concat([Buffer.alloc(at), data])
          expect(take(padded, as(kind, at, data.length))).toBe(written)
        },
      ),
    )
  })
})
