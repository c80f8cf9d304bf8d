import { expect, it } from 'vitest'
import { monthAfter, weeksOf } from '../../../../src-renderer/ui/form/month-weeks'

it.each([
  // A month that begins on a Monday, one that begins on a Sunday, and a leap February.
  ['2027-02-14', '2027-02-01', '2027-03-14'],
  ['2026-11-30', '2026-10-26', '2026-12-06'],
  ['2028-02-29', '2028-01-31', '2028-03-12'],
])('the weeks of %s begin on Mondays', (day, first, last) => {
  const weeks = weeksOf(day)
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([first, last])
  expect(weeks.flat()).toContain(day)
  expect(new Set(weeks.flat()).size).toBe(42)
})

it('a month later is the same day, or the last one', () => {
  expect(monthAfter('2026-11-26', 1)).toBe('2026-12-26')
  expect(monthAfter('2026-12-31', 2)).toBe('2027-02-28')
  expect(monthAfter('2028-03-31', -1)).toBe('2028-02-29')
})
