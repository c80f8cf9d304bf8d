import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src-main/platform/response/json'

const digits = '1234567890123456789'

describe('parseJson', () => {
  it.each([
    [`{"id":${digits}}`, { id: BigInt(digits) }],
    [`{"id": ${digits}}`, { id: BigInt(digits) }],
    [`{"id":-${digits}}`, { id: -BigInt(digits) }],
    [`[1,${digits}]`, [1, BigInt(digits)]],
    [`[\n${digits}]`, [BigInt(digits)]],
    [digits, BigInt(digits)],
    [`["${digits}",${digits}]`, [digits, BigInt(digits)]],
  ])('keeps %j exact', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  it.each([
    [`["${digits}"]`, [digits]],
    [`["\\"${digits}\\""]`, [`"${digits}"`]],
    [`["a ${digits}"]`, [`a ${digits}`]],
    ['[1234567890123456.5]', [1234567890123456.5]],
  ])('returns text or a double for %j', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  it('accepts 100 levels and rejects 101, without counting brackets in texts', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
    expect(() => parseJson(nested(100))).not.toThrow()
    expect(() => parseJson(nested(102))).toThrow('nested too deeply')
    expect(() => parseJson(`${'['.repeat(101)}${']'.repeat(101)}`)).toThrow('nested too deeply')
    const text = '[{"'.repeat(200)
    const tricky = JSON.stringify([text, `\\`, `\\"${text}`, `${text}\\`, { [text]: '[]' }])
    expect(parseJson(tricky)).toEqual(JSON.parse(tricky))
    expect(() => parseJson(`["${text}`)).toThrow(SyntaxError)
  })

  it('accepts a number of 100 characters and rejects 101 before parsing it', () => {
    expect(parseJson(`[${'9'.repeat(100)}]`)).toEqual([BigInt('9'.repeat(100))])
    expect(parseJson(`["${'9'.repeat(1_000)}"]`)).toEqual(['9'.repeat(1_000)])
    for (const number of [
      '9'.repeat(101),
      `-0.${'1'.repeat(98)}`,
      `1e${'0'.repeat(99)}`,
      '9'.repeat(10_000_000),
    ]) {
      expect(() => parseJson(`{"code":0,"data":[${number}]}`)).toThrow('a number is too long')
    }
  })

  it('accepts many values side by side', () => {
    const beside = `[${Array.from({ length: 1_000 }, () => '[{}]').join(',')}]`
    expect(parseJson(beside)).toHaveLength(1_000)
  })
})
