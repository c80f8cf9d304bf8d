import { afterEach, describe, expect, it } from 'vitest'
import { dayAfter, dayOf } from '#shared/model/calendar-day'
import { endOfDay, localTime, noonOf, seedToday, shiftAt, shiftsTo } from '../../../src-service/seed/calendar'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const days = [-900, -324, -12, 0, 41, 150, 300, 1200]

describe.each([
  ['Europe/Berlin', '2026-11-26T10:00+01:00'],
  ['Europe/Berlin', '2027-03-28T01:59+01:00'],
  ['Australia/Lord_Howe', '2027-04-04T01:45+10:30'],
  ['America/New_York', '2027-11-07T01:30-04:00'],
  ['Asia/Kathmandu', '2028-02-29T23:59+05:45'],
  ['Pacific/Kiritimati', '2026-12-31T00:00+14:00'],
])('training data in %s at %s', (name, at) => {
  const now = Date.parse(at)
  const timeOf = (time: number) => new Date(time).toTimeString().slice(0, 8)

  it('have their days and their times of the day, on both sides of a change of the clock', () => {
    process.env['TZ'] = name
    for (const count of days) {
      const [noon, end] = [localTime(noonOf(count), now), localTime(endOfDay(count), now)]
      const day = dayAfter(dayOf(now), count)
      expect([dayOf(noon), timeOf(noon), dayOf(end), timeOf(end)]).toEqual([day, '12:00:00', day, '23:59:59'])
    }
  })

  it('are moved in the database like the generated rows', () => {
    process.env['TZ'] = name
    const shifts = shiftsTo(now)
    for (const time of days.flatMap((count) => [noonOf(count), endOfDay(count)])) {
      expect(time + shiftAt(time, shifts)).toBe(localTime(time, now))
    }
  })
})

it('training data in a zone without summer time are moved by one number', () => {
  process.env['TZ'] = 'Asia/Shanghai'
  expect(shiftsTo(seedToday)).toHaveLength(1)
})
