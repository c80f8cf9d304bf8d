import { describe, expect, it } from 'vitest'
import { branchEventSchema } from '#shared/model/branch/branch-event'

const event = {
  id: '0b0d3c52-0c4e-4d8e-9d1c-0a2f7a1c9e01',
  computer: '5a4c1f5e-1f0a-4c55-8f5d-2b7a1c9e0102',
  n: 1,
  at: 1_700_000_000_000,
  platform: 'https://licenses.example',
  kind: 'lock.name',
  body: { enterpriseGlobalId: 'e', assetNum: 'a', name: 'Press 3' },
  before: '',
  signature: 'A'.repeat(86),
}
const isEvent = (changed: object): boolean => branchEventSchema.safeParse({ ...event, ...changed }).success

describe('an event of the branch', () => {
  it('may be of a kind and have a body of a later version', () => {
    expect(isEvent({})).toBe(true)
    expect(isEvent({ kind: 'lock.photo', body: { list: [1, true, null, { deep: ['x'] }] } })).toBe(true)
  })

  it.each([
    ['a fraction', { n: 1.5 }],
    ['negative zero', { n: -0 }],
    ['an integer beyond 2^53', { n: 2 ** 53 }],
    ['U+0000', { text: 'a\u0000b' }],
    ['U+0000 in a name', { 'a\u0000b': 1 }],
    ['half of a surrogate pair', { text: '\ud83d' }],
    ['nine levels', { a: [[[[[[[[[1]]]]]]]]] }],
  ])('has no body with %s, which the database would not keep exactly', (_, body) => {
    expect(isEvent({ body })).toBe(false)
  })

  it('has no further fields, no other forms of its IDs, and a number from 1', () => {
    expect(isEvent({ extra: 1 })).toBe(false)
    expect(isEvent({ id: event.id.toUpperCase() })).toBe(false)
    expect(isEvent({ n: 0 })).toBe(false)
    expect(isEvent({ before: 'x' })).toBe(false)
    expect(isEvent({ body: [] })).toBe(false)
  })
})
