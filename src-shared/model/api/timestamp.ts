import { timeIn } from '../time-zone'
import type { TimeZone } from '../time-zone'

/** The API (docs/api.md) does not state the unit of its Long timestamps (section 2), so it is a setting. */
export const timeUnits = ['auto', 'seconds', 'milliseconds'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** How a platform writes its times. */
export interface TimeReading {
  readonly unit: TimeUnit
  /** Of dates that name no zone. */
  readonly zone: TimeZone
}

/** A value that is no plausible time, as the platform wrote it. */
export interface UnknownTime {
  readonly unknown: string
}

/** When something ends: ms since 1970, null if it does not end. */
export type EndTime = number | UnknownTime | null

/** The time in ms, if it is known and there is one. */
export const knownTime = (end: EndTime): number | null => (typeof end === 'number' ? end : null)

/** What the platform wrote, if it is no time. */
export const unknownTime = (end: EndTime): string | null =>
  typeof end === 'object' && end !== null ? end.unknown : null

/** Larger numbers are milliseconds: as seconds, the bound is the year 10209. */
const maxSecondsValue = 260_000_000_000

/** A time of a license or an account lies between; a number outside is something else, such as a length of time. */
const [earliest, latest] = [Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)]
const isPlausible = (ms: number): boolean => ms >= earliest && ms < latest

/** A platform's number in ms since 1970, plausible or not; null for zero, which means none. */
export const toMilliseconds = (value: number, unit: TimeUnit): number | null => {
  if (value === 0) return null
  const isSeconds = unit === 'seconds' || (unit === 'auto' && Math.abs(value) < maxSecondsValue)
  return isSeconds ? value * 1000 : value
}

const written =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i

/** Minutes that the named zone is ahead of UTC. */
const minutesAhead = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** A text such as `2027-03-31 23:59:59` or `2027-03-31T15:59:59Z`; a day alone lasts until its last second. */
const readText = (text: string, zone: TimeZone): number | null => {
  const found = written.exec(text)
  if (found === null) return null
  const part = (index: number, otherwise: number): number =>
    found[index] === undefined ? otherwise : Number(found[index])
  const isDay = found[4] === undefined
  const wall = {
    year: part(1, 0),
    month: part(2, 0),
    day: part(3, 0),
    hour: part(4, 23),
    minute: part(5, 59),
    second: part(6, isDay ? 59 : 0),
  }
  const zoneOffset = found[7]
  if (zoneOffset === undefined) return timeIn(zone, wall)
  const utc = timeIn('UTC', wall)
  return utc === null ? null : utc - minutesAhead(zoneOffset) * 60_000
}

/** Digits with or without a sign and a fraction. */
const isNumber = (text: string): boolean => /^[+-]?\d{1,20}(?:\.\d+)?$/.test(text)

/**
 * Reads a platform's end of a validity. Missing, empty, zero and negative values mean that there is no end. A value that
 * is no time between 2000 and 2200 is unknown: read as “no end”, an expired license would look valid for ever.
 */
export const readEnd = (value: number | string | null, { unit, zone }: TimeReading): EndTime => {
  if (value === null || value === '') return null
  const number = typeof value === 'number' ? value : isNumber(value) ? Number(value) : null
  if (number !== null && number <= 0) return null
  const ms = number === null ? readText(String(value), zone) : toMilliseconds(number, unit)
  return ms !== null && isPlausible(ms) ? Math.floor(ms) : { unknown: String(value) }
}

/** Reads any other time of a platform, ms since 1970; null if there is none or it is unknown. */
export const readTime = (value: number | string | null, reading: TimeReading): number | null =>
  knownTime(readEnd(value, reading))
