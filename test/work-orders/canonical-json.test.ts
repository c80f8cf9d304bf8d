import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCanonical, writeCanonical } from '../../src-main/work-orders/canonical-json'
import type { CanonicalValue } from '../../src-main/work-orders/canonical-json'

const parsed = (text: string) => parseCanonical(Buffer.from(text))
const codeOf = (text: string) => {
  const read = parsed(text)
  return read.ok ? 'ok' : [read.error.code, read.error.at]
}

const { value } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.maxSafeInteger().map((n) => n + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
}))

describe('canonical JSON', () => {
  it('is read back as it was written', () => {
    fc.assert(
      fc.property(value, (one) => {
        const text = writeCanonical(one)
        expect(parsed(text)).toEqual({ ok: true, value: one })
      }),
    )
  })

  it('is what RFC 8785 gives for its examples of order and escapes', () => {
    const names = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 }
    expect(writeCanonical(names)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    )
    expect(writeCanonical('\u20ac$\u000f\nA\'B"\\"/')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/"')
  })

  it.each([
    ['{"b":1,"a":2}', 'not-canonical', 8],
    ['{"a":1,"a":2}', 'duplicate-name', 8],
    ['{"a":1,"b":2,"a":3}', 'duplicate-name', 14],
    ['{"a": 1}', 'not-canonical', 6],
    ['{"a":1}\n', 'not-canonical', 8],
    ['{"a":1}{', 'not-json', 8],
    ['{"a":"\\u0041"}', 'not-canonical', 6],
    ['{"a":"\\/"}', 'not-canonical', 6],
    ['"\\ud800"', 'not-canonical', 1],
    ['9007199254740992', 'number-too-large', 1],
    ['-9007199254740992', 'number-too-large', 1],
    ['1.5', 'not-canonical', 1],
    ['1e3', 'not-canonical', 1],
    ['01', 'not-canonical', 1],
    ['-0', 'not-canonical', 1],
    ['true', 'not-canonical', 1],
    ['{"a":null}', 'not-canonical', 6],
    ['{"a"1}', 'not-json', 5],
    ['["a"', 'not-json', 5],
    ['"a', 'not-json', 1],
    ['', 'not-json', 1],
    ['\ufeff{}', 'not-json', 1],
    [`${'['.repeat(9)}1${']'.repeat(9)}`, 'too-deep', 9],
    ['['.repeat(200_000), 'too-deep', 9],
  ])('%s is refused', (text, code, at) => {
    expect(codeOf(text)).toEqual([code, at])
  })

  it('is UTF-8', () => {
    expect(parseCanonical(Buffer.from([0x22, 0xff, 0x22]))).toMatchObject({ error: { code: 'not-utf8' } })
    expect(parsed('{"__proto__":"x"}')).toMatchObject({ ok: true })
  })
})
