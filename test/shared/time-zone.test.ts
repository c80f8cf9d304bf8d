import { describe, expect, it } from 'vitest'
import { isTimeZone, timeIn, wallTimeIn } from '../../src-shared/model/time-zone'

const wall = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/[- :]/).map(Number)
  return { year, month, day, hour, minute, second }
}

describe('a time zone', () => {
  it.each([
    ['Asia/Shanghai', '2027-03-31 23:59:59', '2027-03-31T15:59:59Z'],
    ['Asia/Kathmandu', '2027-01-01 00:00:00', '2026-12-31T18:15:00Z'],
    ['America/New_York', '2027-07-01 12:00:00', '2027-07-01T16:00:00Z'],
    ['America/New_York', '2027-12-01 12:00:00', '2027-12-01T17:00:00Z'],
    ['Pacific/Apia', '2027-06-01 00:30:00', '2027-05-31T11:30:00Z'],
  ])('has its own clock: %s, %s', (zone, text, expected) => {
    const time = Date.parse(expected)
    expect(timeIn(zone, wall(text))).toBe(time)
    expect(wallTimeIn(zone, time)).toEqual(wall(text))
  })

  it('takes the first of two equal clock times, and a time near a left-out one', () => {
    expect(timeIn('Europe/Berlin', wall('2027-10-31 02:30:00'))).toBe(Date.parse('2027-10-31T00:30:00Z'))
    expect(timeIn('Europe/Berlin', wall('2027-03-28 02:30:00'))).toBe(Date.parse('2027-03-28T01:30:00Z'))
    expect(timeIn('Australia/Lord_Howe', wall('2027-04-04 01:45:00'))).toBe(
      Date.parse('2027-04-03T14:45:00Z'),
    )
  })

  it('knows no day that does not exist', () => {
    expect(timeIn('UTC', wall('2027-02-29 00:00:00'))).toBeNull()
    expect(timeIn(null, wall('2027-02-29 00:00:00'))).toBeNull()
    expect(timeIn(null, wall('2027-01-01 24:00:00'))).toBeNull()
  })

  it('is this computer’s without a name', () => {
    const date = new Date(2027, 4, 31, 8, 9, 10)
    expect(timeIn(null, wall('2027-05-31 08:09:10'))).toBe(date.getTime())
    expect(wallTimeIn(null, date.getTime())).toEqual(wall('2027-05-31 08:09:10'))
  })

  it('is known by its IANA name', () => {
    expect(isTimeZone('Asia/Shanghai')).toBe(true)
    expect(isTimeZone('Mars/Olympus')).toBe(false)
  })
})
