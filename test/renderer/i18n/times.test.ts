import { describe, expect, it } from 'vitest'
import { daysUntil, groupedNumber, relativeTime } from '../../../src-renderer/i18n/times'
import { day, hour, minute } from '../support/samples'

const now = 1_790_000_000_000

describe('daysUntil', () => {
  it.each([
    [41 * day + hour, 41],
    [day, 1],
    [day - 1, 0],
    [1, 0],
    [-1, 0],
    [-day, -1],
    [-3 * day - hour, -3],
  ])('counts %i ms as %i days', (distance, days) => {
    expect(daysUntil(now + distance, now)).toBe(days)
  })
})

describe('relativeTime', () => {
  it('returns null for just now and for the future', () => {
    expect([now, now - 44_000, now + hour].map((time) => relativeTime(time, now, 'en'))).toEqual([
      null,
      null,
      null,
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

describe('groupedNumber', () => {
  it('separates thousands', () => {
    expect(groupedNumber(12_480, 'en')).toBe('12,480')
  })
})
