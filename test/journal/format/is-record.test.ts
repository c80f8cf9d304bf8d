import { describe, expect, it } from 'vitest'
import { isRecord } from '../../../src-main/journal/format/is-record'
import { recordSchema } from '../../../src-main/journal/record'
import { noPreviousHash } from '../../../src-main/journal/line'
import { intentOf, keyAt } from '../support/journals'

const link = { v: 7, n: 7, at: 5, previous: noPreviousHash }
const records: Record<string, unknown>[] = [
  { kind: 'job', job: 'A', intent: intentOf(keyAt(0), keyAt(1)) },
  { kind: 'job', job: 'B', intent: { ...intentOf(keyAt(0)), reverses: 'A' } },
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
  { kind: 'signed', signature: 'S', sha256: 'a'.repeat(64), line: 'operator', jobs: ['A'], loan: null },
  { kind: 'signed', signature: 'S', sha256: 'a'.repeat(64), line: 'received', jobs: [], loan: 'L' },
  { kind: 'signature-deleted', signature: 'S', because: 'expired' },
  { kind: 'look-only', platform: 'https://platform.example', isOn: true },
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

/** Copies of the record with each nested part removed or replaced. */
function* mutations(value: unknown): Generator {
  if (Array.isArray(value)) {
    for (const [index, item] of (value as unknown[]).entries()) {
      for (const each of [...values, ...mutations(item)]) yield (value as unknown[]).with(index, each)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _gone, ...others } = value as Record<string, unknown>
      yield others
      for (const each of [...values, ...mutations(item)]) yield { ...value, [name]: each }
    }
  }
}

describe('isRecord', () => {
  it.each(records)('agrees with the schema on a $kind and on all mutations of it', (record) => {
    let accepted = 0
    let refused = 0
    for (const each of [record, ...mutations(record)]) {
      const expected = recordSchema.safeParse(each).success
      expect(isRecord(each), JSON.stringify(each)).toBe(expected)
      if (expected) accepted += 1
      else refused += 1
    }
    expect(accepted).toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(10)
  })

  it.each(values)('rejects %j', (value) => expect(isRecord(value)).toBe(false))
})
