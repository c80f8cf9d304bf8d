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

/** The zones of this computer by name, with one that another computer chose. */
export const timeZoneNames = (chosen: TimeZone): readonly string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(chosen === null ? [] : [chosen])])].sort()

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
  const format = new Intl.DateTimeFormat('en-US', {
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
  formats.set(zone, format)
  return format
}

const dayMs = 86_400_000

/** How far the zone's clocks are ahead of UTC at a time, ms: one `Intl` call, which takes microseconds. */
const readOffset = (zone: string, time: number): number => {
  const whole = Math.floor(time / 1000) * 1000
  const parts = new Map(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return shown - whole
}

/** By zone and UTC day; null on a day on which the clocks change. A list of 100,000 assets has few days. */
const knownOffsets = new Map<string, Map<number, number | null>>()

const offsetAt = (zone: TimeZone, time: number): number => {
  if (zone === null) return -new Date(time).getTimezoneOffset() * 60_000
  const ofZone = knownOffsets.get(zone) ?? new Map<number, number | null>()
  knownOffsets.set(zone, ofZone)
  const day = Math.floor(time / dayMs)
  const known = ofZone.get(day)
  if (known !== undefined) return known ?? readOffset(zone, time)
  const first = readOffset(zone, day * dayMs)
  const isSame = first === readOffset(zone, (day + 1) * dayMs - 1)
  ofZone.set(day, isSame ? first : null)
  return isSame ? first : readOffset(zone, time)
}

/** What the clocks of the zone show at a time, ms since 1970. */
export const wallTimeIn = (zone: TimeZone, time: number): WallTime => {
  const shown = new Date(time + offsetAt(zone, time))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

const asUtc = ({ year, month, day, hour, minute, second }: WallTime): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

/** A day that exists: February 30 does not. */
const wallTimeExists = (wall: WallTime): boolean => {
  const shown = wallTimeIn('UTC', asUtc(wall))
  return Object.entries(wall).every(([name, value]) => shown[name as keyof WallTime] === value)
}

/**
 * The time (ms since 1970) at which the clocks of the zone show `wall`; null if there is no such day. Of a time that
 * a change of the clock repeats, it is the first; of one that it leaves out, as much later as the clock moves.
 */
export const timeIn = (zone: TimeZone, wall: WallTime): number | null => {
  if (!wallTimeExists(wall)) return null
  const utc = asUtc(wall)
  // With the offset before and after any change of the clock that is near.
  const [before, after] = [utc - offsetAt(zone, utc - dayMs), utc - offsetAt(zone, utc + dayMs)]
  const shows = (time: number): boolean => asUtc(wallTimeIn(zone, time)) === utc
  return shows(before) || !shows(after) ? before : after
}
