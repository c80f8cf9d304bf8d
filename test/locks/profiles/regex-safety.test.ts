import { describe, expect, it } from 'vitest'
import { isBounded, maxDeviceTextLength } from '../../../src-main/locks/profiles/regex-safety'

describe('isBounded', () => {
  it.each([
    '^Lock Desk Training Lock$',
    'Dongle',
    '^Elite ?[45]( v\\d+)?$',
    '^(HASP|Sentinel) HL',
    'HASP.*HL',
    '^.*foo.*$',
    '[^\\]]{1,20}',
    '^\\u{4E00}+$',
    'a{3}',
    '',
  ])('accepts %s', (pattern) => {
    expect(isBounded(pattern)).toBe(true)
  })

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(?:a|aa)+$',
    '^(?<all>(x*)*)*$',
    'a*a*a*a*a*b',
    '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b',
    '(?=a)b',
    '(?<!a)b',
    '(a)\\1',
    '^((a{1,50}){1,50}){1,50}$',
    '^a|(b+)+$',
  ])('rejects %s', (pattern) => {
    expect(isBounded(pattern)).toBe(false)
  })

  it('keeps its guarantee: the most expensive accepted patterns are fast on the worst texts', () => {
    const worst = ['a'.repeat(maxDeviceTextLength), 'ab'.repeat(63), `${'a'.repeat(125)}!`]
    const dear = ['^a*a*b', 'a*b', '^(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)a*b', 'a{0,120}b']
    const began = process.cpuUsage()
    for (const pattern of dear) {
      expect(isBounded(pattern), pattern).toBe(true)
      for (const text of worst) new RegExp(pattern, 'u').test(text)
    }
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(1000)
  })
})
