import { expect, it } from 'vitest'
import { noPreviousHash } from '../../src-main/journal/line'

it('the schema of records compiles and accepts each kind', async () => {
  // Imported here, so that a schema error fails a test and not the whole file.
  const { recordSchema } = await import('../../src-main/journal/record')
  const link = { v: 3, n: 1, at: 5, previous: noPreviousHash }
  const kinds = [
    { kind: 'sent', job: 'A', rows: [0] },
    { kind: 'returned', job: 'A', rows: [0] },
    { kind: 'ended', job: 'A', ends: [{ row: 0, state: 'done', reason: null, result: { id: 7 } }] },
    { kind: 'closed', job: 'A', reason: { kind: 'cancelled' } },
    { kind: 'damage', lines: [3], copy: 'x', file: 2 },
    { kind: 'begins', file: 2 },
    { kind: 'signed', signature: 'S', sha256: 'a'.repeat(64), line: 'operator', jobs: ['A'], loan: null },
    { kind: 'signature-deleted', signature: 'S', because: 'expired' },
    { kind: 'look-only', platform: 'https://platform.example', isOn: false },
  ]
  for (const kind of kinds) expect(recordSchema.parse({ ...link, ...kind })).toEqual({ ...link, ...kind })
  expect(recordSchema.safeParse({ ...link, kind: 'other' }).success).toBe(false)
})
