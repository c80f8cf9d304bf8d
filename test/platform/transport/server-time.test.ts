import { describe, expect, it } from 'vitest'
import { serverTimeOf } from '../../../src-main/platform/transport/server-time'

const date = 'Fri, 27 Nov 2026 06:30:00 GMT'
const time = Date.UTC(2026, 10, 27, 6, 30)

describe('the clock of a server', () => {
  it.each([
    [{ date }],
    [{ date, age: '0' }],
    [{ date: 'Fri, 27 Nov 2026 14:30:00 +0800' }],
    [{ date: 'Friday, 27-Nov-26 06:30:00 GMT' }],
  ])('is that of %o', (headers) => {
    expect(serverTimeOf(headers)).toBe(time)
  })

  it.each([
    [{}],
    [{ date: '' }],
    [{ date: '1' }],
    [{ date: 'yesterday' }],
    // Without a zone, it would be read in that of this computer.
    [{ date: 'Fri Nov 27 06:30:00 2026' }],
    [{ date: '2026-11-27T06:30:00' }],
    [{ date: [date, date] }],
    [{ date: 'Thu, 01 Jan 1970 00:00:07 GMT' }],
    // A cache had kept the response.
    [{ date, age: '3600' }],
    [{ date, age: 'old' }],
  ])('is not known from %o', (headers) => {
    expect(serverTimeOf(headers)).toBeNaN()
  })
})
