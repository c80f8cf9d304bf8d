import { describe, expect, it } from 'vitest'
import {
  clockSeconds,
  clockTime,
  dayAndTime,
  daysUntil,
  exactTime,
  groupedNumber,
  isStillToCome,
  relativeTime,
} from '../../../src-renderer/i18n/times'
import { day, hour, minute } from '../support/samples'

const now = 1_790_000_000_000

describe('daysUntil', () => {
  it.each([
    ['2026-11-26T10:00', '2026-11-26T23:59:59', 0],
    ['2026-11-26T23:59:59', '2026-11-26T00:00', 0],
    ['2026-11-26T10:00', '2027-01-06T11:00', 41],
    ['2026-11-26T10:00', '2026-11-23T09:00', -3],
    // Not “today”, although less than 24 hours away.
    ['2026-11-26T22:00', '2026-11-27T09:00', 1],
    ['2026-11-26T09:00', '2026-11-25T22:00', -1],
    ['2026-11-26T23:59', '2026-12-31T00:00', 35],
    ['2028-02-28T12:00', '2028-03-01T00:00', 2],
    // Days of 23 and 25 hours, in zones with summer time.
    ['2027-03-27T23:30', '2027-03-29T00:00', 2],
    ['2027-10-30T00:30', '2027-11-08T23:30', 9],
  ])('from %s to %s', (from, to, days) => {
    expect(daysUntil(new Date(to).getTime(), new Date(from).getTime())).toBe(days)
  })
})

describe('relativeTime', () => {
  it('returns null for just now', () => {
    expect([now, now - 44_000].map((time) => relativeTime(time, now, 'en'))).toEqual([null, null])
  })

  it('is unknown for what seems to be still to come', () => {
    expect([now, now + 44_000, now + hour].map((time) => isStillToCome(time, now))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('returns how long ago something was', () => {
    expect(relativeTime(now - 50_000, now, 'en')).toBe('1 minute ago')
    expect(relativeTime(now - 3 * hour - 59 * minute, now, 'en')).toBe('3 hours ago')
    expect(relativeTime(now - 3 * hour, now, 'zh')).toBe('3 小时前')
    expect(relativeTime(now - 9 * day, now, 'en')).toBe('9 days ago')
    expect(relativeTime(now - 400 * day, now, 'en')).toBe('1 year ago')
  })
})

describe('a time of day', () => {
  const early = new Date('2026-11-29T01:03:07').getTime()

  it.each([
    ['en', /(?<!\d)1:03/],
    ['zh', /01:03/],
  ] as const)('has its hour in one form, with seconds or a date or without: %s', (language, form) => {
    for (const format of [clockTime, clockSeconds, dayAndTime, exactTime])
      expect(format(early, language)).toMatch(form)
  })
})

describe('groupedNumber', () => {
  it('separates thousands', () => {
    expect(groupedNumber(12_480, 'en')).toBe('12,480')
  })
})
