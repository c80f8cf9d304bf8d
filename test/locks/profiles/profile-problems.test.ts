import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../../src-main/locks/profiles/json-paths'
import { parseProfile } from '../../../src-main/locks/profiles/profile-problems'
import { profileFile } from '../support/devices'

/** The text with a piece removed, duplicated or inserted. */
const damaged = (text: string) =>
  fc
    .tuple(fc.nat(text.length), fc.nat(4), fc.constantFrom('', ',', '"', '}', '0', ':', '\\', ' ', 'e'))
    .map(([at, length, put]) => text.slice(0, at) + put + text.slice(at + length))

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

  it('handles deep and long texts', () => {
    expect(said('['.repeat(100_000))).toEqual(['not-json'])
    expect(said('['.repeat(60_000))).toEqual(['not-json'])
    expect(said('{"a":'.repeat(5000) + '1' + '}'.repeat(5000))).toEqual(['not-json'])
  })
})

describe('readJson', () => {
  it('accepts the same texts as JSON.parse', () => {
    const fits = (text: string) => {
      try {
        return JSON.stringify(JSON.parse(text))
      } catch {
        return 'none'
      }
    }
    fc.assert(
      fc.property(fc.oneof(fc.json({ maxDepth: 4 }), fc.json({ maxDepth: 3 }).chain(damaged)), (text) => {
        const read = readJson(text)
        expect(read.ok ? JSON.stringify(read.value) : 'none').toBe(fits(text))
      }),
      { numRuns: 3000, seed: 6 },
    )
  })

  it('knows the position of every value, whatever the whitespace', () => {
    const text = '{ "a" : [ 1 ,\n{"b\\"c":null} ], "d":-1.5e3,"a2":"x, ]}" }'
    const read = readJson(text)
    const places = read.ok ? [...read.places].map(([path, at]) => [path, text.slice(at, at + 3)]) : []
    expect(places).toEqual([
      ['', '{ "'],
      ['a', '[ 1'],
      ['a.0', '1 ,'],
      ['a.1', '{"b'],
      ['a.1.b"c', 'nul'],
      ['d', '-1.'],
      ['a2', '"x,'],
    ])
  })
})
