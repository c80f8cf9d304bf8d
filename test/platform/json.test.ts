import { describe, expect, it } from 'vitest'
import { parseJson } from '../../src-main/platform/json'

const digits = '1234567890123456789'

describe('numbers that no double holds', () => {
  it.each([
    [`{"id":${digits}}`, { id: BigInt(digits) }],
    [`{"id": ${digits}}`, { id: BigInt(digits) }],
    [`{"id":-${digits}}`, { id: -BigInt(digits) }],
    [`[1,${digits}]`, [1, BigInt(digits)]],
    [`[\n${digits}]`, [BigInt(digits)]],
    [digits, BigInt(digits)],
    [`["${digits}",${digits}]`, [digits, BigInt(digits)]],
  ])('are exact in %j', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  it.each([
    [`["${digits}"]`, [digits]],
    [`["\\"${digits}\\""]`, [`"${digits}"`]],
    [`["a ${digits}"]`, [`a ${digits}`]],
    ['[1234567890123456.5]', [1234567890123456.5]],
  ])('are text, or a double, in %j', (text, value) => {
    expect(parseJson(text)).toEqual(value)
  })

  it('takes 100 levels and refuses 101, brackets in texts not counted', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
    expect(() => parseJson(nested(100))).not.toThrow()
    expect(() => parseJson(nested(102))).toThrow('nested too deeply')
    expect(() => parseJson(`${'['.repeat(101)}${']'.repeat(101)}`)).toThrow('nested too deeply')
    const text = '[{"'.repeat(200)
    const tricky = JSON.stringify([text, `\\`, `\\"${text}`, `${text}\\`, { [text]: '[]' }])
    expect(parseJson(tricky)).toEqual(JSON.parse(tricky))
    expect(() => parseJson(`["${text}`)).toThrow(SyntaxError)
  })

  it('holds many that stand beside each other', () => {
    const beside = `[${Array.from({ length: 1_000 }, () => '[{}]').join(',')}]`
    expect(parseJson(beside)).toHaveLength(1_000)
  })
})
