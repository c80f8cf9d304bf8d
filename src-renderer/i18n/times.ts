import { daysBetween } from '#shared/model/calendar-day'
import type { TimeZone } from '#shared/model/time-zone'
import { languageTags } from './i18n'
import type { Language } from './i18n'
import { spaceNumbers } from './spacing'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
]

/** Shorter differences are “just now”; two computers' clocks rarely agree more closely, ms. */
const justNow = 45 * second

/** Whether a time of the past seems to be still to come, because a clock was set. How long ago it was is unknown. */
export const isStillToCome = (time: number, now: number): boolean => time - now > justNow

/** “3 hours ago” from two times in ms since 1970; null for “just now”. */
export const relativeTime = (time: number, now: number, language: Language): string | null => {
  const passed = now - time
  if (passed < justNow) return null
  const [unit, length] = units.find(([, size]) => passed >= size) ?? ['minute', minute]
  const format = new Intl.RelativeTimeFormat(languageTags[language], { numeric: 'always' })
  return spaceNumbers(format.format(-Math.max(1, Math.floor(passed / length)), unit))
}

/** “25 minutes”, “3 hours”, “2 days”, rounded down. */
export const duration = (ms: number, language: Language): string => {
  const [unit, length] = (
    [
      ['day', day],
      ['hour', hour],
    ] as const
  ).find(([, size]) => ms >= 2 * size) ?? ['minute', minute]
  const format = new Intl.NumberFormat(languageTags[language], { style: 'unit', unit, unitDisplay: 'long' })
  return spaceNumbers(format.format(Math.floor(ms / length)))
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = language + JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat(languageTags[language], options)
  formats.set(key, known)
  return known
}

const inZone = (zone: TimeZone): Intl.DateTimeFormatOptions => (zone === null ? {} : { timeZone: zone })

const counts = new Map<Language, Intl.NumberFormat>()
/** A grouped count: 12,480. */
export const groupedNumber = (count: number | bigint, language: Language): string => {
  const format = counts.get(language) ?? new Intl.NumberFormat(languageTags[language])
  counts.set(language, format)
  return format.format(count)
}

/** “Mar” or, long, “March 2027”. */
export const monthName = (time: number, language: Language, style: 'short' | 'long'): string =>
  formatOf(language, { month: style, ...(style === 'long' ? { year: 'numeric' } : {}) }).format(time)

/** In the zone of this computer unless another is given, as for `exactDate`. */
export const exactTime = (time: number, language: Language, zone: TimeZone = null): string =>
  formatOf(language, { dateStyle: 'medium', timeStyle: 'medium', ...inZone(zone) }).format(time)

/** The hour as in `timeStyle`, so that a time has one form with seconds and without: “1:03 AM”, “01:03”. */
const hourAndMinute = {
  en: { hour: 'numeric', minute: '2-digit' },
  zh: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<Language, Intl.DateTimeFormatOptions>

export const clockTime = (time: number, language: Language): string =>
  formatOf(language, hourAndMinute[language]).format(time)

/** With seconds, for events that follow each other closely. */
export const clockSeconds = (time: number, language: Language): string =>
  formatOf(language, { timeStyle: 'medium' }).format(time)

/** “Nov 22, 10:50”: for recent times. */
export const dayAndTime = (time: number, language: Language): string =>
  formatOf(language, { month: 'short', day: 'numeric', ...hourAndMinute[language] }).format(time)

export const exactDate = (time: number, language: Language, zone: TimeZone = null): string =>
  formatOf(language, { dateStyle: 'medium', ...inZone(zone) }).format(time)

/** “Fri, Nov 27” or, long, “Friday, Nov 27”; in Chinese “11月27日” or “周五（11月27日）”. For days of the next weeks. */
export const dayOfWeek = (time: number, language: Language, style: 'short' | 'long'): string => {
  const date = formatOf(language, { month: 'short', day: 'numeric' }).format(time)
  if (language === 'zh') return style === 'short' ? date : `${weekdayName(time, language)}（${date}）`
  return formatOf(language, { weekday: style, month: 'short', day: 'numeric' }).format(time)
}

/** “Fri”, “周五”. */
export const weekdayName = (time: number, language: Language): string =>
  formatOf(language, { weekday: 'short' }).format(time)

/** “Monday, November 22, 2027”. */
export const fullDate = (time: number, language: Language): string =>
  formatOf(language, { dateStyle: 'full' }).format(time)

/** Calendar days from now to `end`, both in ms since 1970: 0 on the day itself, negative from the day after. */
export const daysUntil = (end: number, now: number, zone: TimeZone = null): number =>
  daysBetween(now, end, zone)
