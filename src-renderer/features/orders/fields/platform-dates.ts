import { normalized } from '#shared/normalized'
import { toMilliseconds } from '#shared/model/api/timestamp'
import type { TimeReading } from '#shared/model/api/timestamp'
import { timeIn, wallTimeIn } from '#shared/model/time-zone'
import { exactDate, exactTime } from '../../../i18n/times'
import type { Language } from '../../../i18n/i18n'

/** A day alone is its first moment as a start and its last second as an end. */
export type DateKind = 'start' | 'end'

const dayOnly = {
  start: { hour: 0, minute: 0, second: 0 },
  end: { hour: 23, minute: 59, second: 59 },
}

/** Up to eight digits may be a date without dashes; longer numbers are the platform's own. */
const ownNumber = /^-?\d{9,19}$/
/** What a `Date` can hold (ECMA-262, section 21.4.1.1), ms. */
const lastMoment = 8.64e15

/**
 * Reads a typed time for a Long field: `2026-11-30`, `2026年11月30日`, `2026-11-30 18:00`, or the platform's number. A
 * date is in the zone of the platform and in the unit from the settings (milliseconds if it is set to automatic). Null
 * if it is not a time.
 */
export const readDate = (
  typed: string,
  { unit, zone }: TimeReading,
  kind: DateKind,
): number | bigint | null => {
  const text = normalized(typed).trim()
  if (ownNumber.test(text)) {
    const exact = BigInt(text)
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : exact
  }
  const found =
    /^(\d{4})[-/.。年](\d{1,2})[-/.。月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0))
  const clock = found[4] === undefined ? dayOnly[kind] : { hour, minute, second }
  const time = timeIn(zone, { year, month, day, ...clock })
  if (time === null) return null
  return unit === 'seconds' ? time / 1000 : time
}

const padded = (part: number): string => String(part).padStart(2, '0')

const isDayOnly = (time: number, { zone }: TimeReading, kind: DateKind): boolean => {
  const { hour, minute, second } = wallTimeIn(zone, time)
  const only = dayOnly[kind]
  return hour === only.hour && minute === only.minute && second === only.second
}

const timeOf = (value: number, { unit }: TimeReading): number | null => {
  const time = toMilliseconds(value, unit)
  return time === null || Math.abs(time) > lastMoment ? null : time
}

/** The text that `readDate` reads as the same number: a date if it is exact, otherwise the number. */
export const writeDate = (value: number | bigint, reading: TimeReading, kind: DateKind): string => {
  const time = typeof value === 'number' ? timeOf(value, reading) : null
  if (time === null) return String(value)
  const { year, month, day, hour, minute, second } = wallTimeIn(reading.zone, time)
  const date = [String(year).padStart(4, '0'), padded(month), padded(day)].join('-')
  const clock = [padded(hour), padded(minute), padded(second)].join(':')
  const text = isDayOnly(time, reading, kind) ? date : `${date} ${clock}`
  return readDate(text, reading, kind) === value ? text : String(value)
}

/** A date or a time in the zone of the platform, for a fact. */
export interface WrittenDate {
  readonly text: string
  /** A day alone: all of it is meant. */
  readonly isDay: boolean
}

/** Null if the value means none; the number itself if it is not a time. */
export const formatDate = (
  value: unknown,
  reading: TimeReading,
  language: Language,
  kind: DateKind,
): WrittenDate | null => {
  if (typeof value === 'bigint') return { text: String(value), isDay: false }
  if (typeof value !== 'number' || value === 0) return null
  const time = timeOf(value, reading)
  if (time === null) return { text: String(value), isDay: false }
  const isDay = isDayOnly(time, reading, kind)
  const text = (isDay ? exactDate : exactTime)(time, language, reading.zone)
  return { text: reading.zone === null ? text : `${text} (${reading.zone})`, isDay }
}
