import { expect, it } from 'vitest'
import { parseExact } from '../../../../../src-renderer/features/orders/files/exact-json'

it('keeps integers exact, and rejects a number that would take seconds to parse', () => {
  expect(parseExact('[1234567890123456789]')).toEqual({ ok: true, value: [1234567890123456789n] })
  const refused = parseExact(`[${'9'.repeat(10_000_000)}]`)
  expect(refused).toMatchObject({ ok: false, error: { code: 'no-json' } })
})
