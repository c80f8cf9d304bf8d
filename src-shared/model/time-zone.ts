/** An IANA name such as `Asia/Shanghai`; null is the zone of this computer. */
export type TimeZone = string | null

/** Whether this computer knows the zone. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The parts of a date and time as on a wall clock; the month counts from 1. */
export interface WallTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(zone, made)
  return made
}

/** What the clocks of the zone show at a time, ms since 1970. */
export const wallTimeIn = (zone: TimeZone, time: number): WallTime => {
  if (zone === null) {
    const date = new Date(time)
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
    }
  }
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  }
}

const asUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/** A day that exists: February 30 does not. */
const exists = (wall: WallTime): boolean => {
  const date = new Date(asUtc(wall))
  return (
    date.getUTCFullYear() === wall.year &&
    date.getUTCMonth() + 1 === wall.month &&
    date.getUTCDate() === wall.day &&
    wall.hour <= 23 &&
    wall.minute <= 59 &&
    wall.second <= 59
  )
}

/**
 * The time (ms since 1970) at which the clocks of the zone show `wall`; null if there is no such day. Of a time that
 * a change of the clock repeats, it is the first; of one that it leaves out, the moment of the change or shortly after.
 */
export const timeIn = (zone: TimeZone, wall: WallTime): number | null => {
  if (!exists(wall)) return null
  if (zone === null)
    return new Date(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second).getTime()
  const utc = asUtc(wall)
  const offsetAt = (time: number): number => asUtc(wallTimeIn(zone, time)) - time
  const dayMs = 86_400_000
  // The offset before and after any change of the clock that is near.
  const candidates = [utc - offsetAt(utc - dayMs), utc - offsetAt(utc + dayMs)]
  const exact = candidates.filter((time) => asUtc(wallTimeIn(zone, time)) === utc)
  return exact.length > 0 ? Math.min(...exact) : (candidates[0] ?? null)
}
