import { describe, expect, it } from 'vitest'
import { isRecord } from '../../src-main/journal/is-record'
import { noPrevious, recordSchema } from '../../src-main/journal/record'
import { intentOf, keyAt } from './support/journals'

const link = { v: 3, n: 7, at: 5, previous: noPrevious }
const records: Record<string, unknown>[] = [
  { kind: 'job', job: 'A', intent: intentOf(keyAt(0), keyAt(1)) },
  { kind: 'sent', job: 'A', rows: [0, 1] },
  { kind: 'returned', job: 'A', rows: [] },
  {
    kind: 'ended',
    job: 'A',
    ends: [
      { row: 0, state: 'unknown', reason: { kind: 'status', status: 4 } },
      { row: 1, state: 'done', reason: null, result: { ids: ['1', 2, null] } },
    ],
  },
  { kind: 'closed', job: 'A', reason: { kind: 'cancelled' } },
  { kind: 'damage', lines: [1, 2], copy: 'journal.damaged.log', file: 2 },
  { kind: 'damage', lines: [], copy: '' },
  { kind: 'begins', file: 2 },
].map((record) => ({ ...link, ...record }))

const values = [
  null,
  0,
  1,
  -1,
  1.5,
  2,
  4,
  1e300,
  '',
  'done',
  'x'.repeat(64),
  true,
  [],
  [0],
  [null],
  {},
  { kind: 'a' },
]

/** The record with each of its parts, however deep, taken away or made something else. */
function* spoilt(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as unknown[]).entries()) {
      for (const each of [...values, ...spoilt(item)]) yield (value as unknown[]).with(index, each)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _gone, ...others } = value as Record<string, unknown>
      yield others
      for (const each of [...values, ...spoilt(item)]) yield { ...value, [name]: each }
    }
  }
}

describe('isRecord', () => {
  it.each(records)('says of a $kind what the schema says, and of everything near it', (record) => {
    let taken = 0
    let refused = 0
    for (const each of [record, ...spoilt(record)]) {
      const expected = recordSchema.safeParse(each).success
      expect(isRecord(each), JSON.stringify(each)).toBe(expected)
      if (expected) taken += 1
      else refused += 1
    }
    expect(taken).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(10)
  })

  it.each(values)('is not taken in by %j', (value) => expect(isRecord(value)).toBe(false))
})
