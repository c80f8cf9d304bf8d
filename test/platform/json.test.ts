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
})
