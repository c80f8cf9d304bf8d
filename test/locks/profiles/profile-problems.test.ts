import { describe, expect, it } from 'vitest'
import { processorMs } from '../../support/processor-time'
import { parseProfile } from '../../../src-main/locks/profiles/profile-problems'
import { profileFile } from '../support/devices'

const pretty = (changes: Record<string, unknown>) => JSON.stringify(profileFile(changes), null, 2)
const problemsOf = (text: string) => {
  const parsed = parseProfile(text)
  return parsed.ok ? [] : parsed.error.problems
}
/** `rule path expected` of each problem. */
const said = (text: string) =>
  problemsOf(text).map(({ rule, path, expected }) =>
    [rule, path, expected].filter((part) => part !== '').join(' '),
  )
const read = (changes: Record<string, unknown>) => ({ ...(profileFile()['read'] as object), ...changes })

describe('parseProfile', () => {
  it('accepts a complete profile', () => {
    expect(parseProfile(pretty({}))).toMatchObject({ ok: true, value: { id: 'training-lock' } })
  })

  it.each([
    [{ id: 'No Good' }, 'id-form id'],
    [{ id: 'generic-serial' }, 'reserved-id id'],
    [{ name: { en: 'Only English' } }, 'missing name.zh string'],
    [{ name: { en: '', zh: '锁' } }, 'too-short name.en 1'],
    [{ match: { vendorId: '1209', productId: 1 } }, 'usb-id-form match.vendorId'],
    [{ match: { vendorId: 70_000, productId: 1 } }, 'too-big match.vendorId 65535'],
    [{ match: { vendorId: 1, productId: 1, product: '(' } }, 'invalid-pattern match.product'],
    [{ match: { vendorId: 1, productId: 1, product: '^(a+)+$' } }, 'slow-pattern match.product'],
    [{ match: { vendorId: 1, productId: 1, usagepage: 1 } }, 'unknown-field match.usagepage'],
    [{ read: { by: 'feeling' } }, 'not-one-of read.by serial, feature, input, exchange'],
    [{ read: read({ request: '4c4' }) }, 'hex-form read.request'],
    [{ read: read({ length: 2 }) }, 'beyond-length read.request'],
    [{ read: read({ length: '64' }) }, 'wrong-kind read.length number'],
    [{ read: read({ answer: { echoes: [3] } }) }, 'pair-form read.answer.echoes 2'],
    [{ read: { by: 'exchange' } }, 'missing read.request'],
    [{ extract: undefined }, 'missing extract'],
    [{ extract: { offset: 0, length: 11, as: 'bcd' } }, 'too-wide extract.length'],
    [{ extract: { offset: 0, length: 4, as: 'bcd', prefix: '7' } }, 'prefix-form extract.prefix'],
    [{ check: { kind: 'sum8', at: 1 } }, 'incomplete-check check'],
    [{ check: { kind: 'sum8', over: [3, 3], at: 1 } }, 'empty-range check.over'],
  ])('reports the problem of %j', (changes, expected) => {
    expect(said(pretty(changes))).toContain(expected)
  })

  it('gives the line and column of a problem', () => {
    const text = pretty({ read: read({ request: '4c4' }) })
    const [problem] = problemsOf(text)
    expect(text.split('\n')[problem!.line - 1]?.slice(problem!.column - 1)).toBe('"4c4",')
  })

  it('places a missing field at its parent', () => {
    const text = pretty({ name: { en: 'x' } })
    const [problem] = problemsOf(text)
    expect(text.split('\n')[problem!.line - 1]).toBe('  "name": {')
  })

  it.each([
    ['{\n  "id": ,\n}', 2, 9],
    ['{ "id": "x"', 1, 12],
    ['', 1, 1],
    ['{ "a": 1, }', 1, 11],
    ['{ "a": 01 }', 1, 8],
    ['{ "a": "tab\there" }', 1, 8],
    ['{} {}', 1, 4],
    ["{ 'a': 1 }", 1, 3],
  ])('finds where %j stops being JSON', (text, line, column) => {
    expect(problemsOf(text)).toMatchObject([{ rule: 'not-json', line, column }])
  })

  it('refuses a field that is there twice, at its place', () => {
    const text = pretty({}).replace('"id": ', '"id": "first",\n  "id": ')
    expect(problemsOf(text)).toMatchObject([{ rule: 'duplicate-field', line: 4, column: 3 }])
  })

  it.each([
    ['deep below long names', `{"${'k'.repeat(200)}":`.repeat(40) + `[${'{"a":[1]},'.repeat(5_000)}1]`],
    [
      'long names in a deep object',
      `${'{"a":'.repeat(49)}{${Array.from({ length: 300 }, (_, n) => `"${String(n).padStart(195, 'k')}":1`).join()}`,
    ],
    [
      'names of one length above 16,383',
      `{${[1, 2, 3].map((n) => `"${String(n).padStart(17_000)}":1`).join()}}`,
    ],
    ['many unknown fields', `{${Array.from({ length: 990 }, (_, n) => `"${n}":1`).join()}}`],
    ['many wrong items', `{"learned":{"samples":[${'1,'.repeat(2_400)}1]}}`],
    ['a long pattern', pretty({ match: { vendorId: 1, productId: 1, product: '(a+)+'.repeat(3_000) } })],
    [
      'a long pattern of classes',
      pretty({ match: { vendorId: 1, productId: 1, product: '[a-z]?'.repeat(2_600) } }),
    ],
    ['long hexadecimal text', pretty({ read: read({ request: '4c '.repeat(5_000) }) })],
  ])('reads 64 kB with %s in less than 0.1 s', (_name, text) => {
    expect(text.length).toBeLessThanOrEqual(65_536)
    parseProfile(text)
    const from = processorMs()
    expect(problemsOf(text)).not.toEqual([])
    expect(processorMs() - from).toBeLessThan(100)
  })

  it('handles deep and long texts', () => {
    expect(said('['.repeat(100_000))).toEqual(['not-json'])
    expect(said('['.repeat(60_000))).toEqual(['not-json'])
    expect(said('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))).toEqual(['not-json'])
  })
})
