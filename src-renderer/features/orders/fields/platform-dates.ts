import { toMilliseconds } from '#shared/model/api/timestamp'
import type { TimeUnit } from '#shared/model/api/timestamp'
import { exactDate, exactTime } from '../../../i18n/times'
import type { Language } from '../../../i18n/i18n'

/** Up to eight digits may be a date without dashes; longer numbers are the platform's own. */
const ownNumber = /^-?\d{9,19}$/

/**
 * Reads a typed time for a Long field: `2026-11-30`, `2026-11-30 18:00`, or the platform's number. A date is
 * local midnight, in the unit from the settings (milliseconds if it is set to automatic). Null if it is not a
 * time.
 */
export const readDate = (typed: string, unit: TimeUnit): number | bigint | null => {
  const text = typed.normalize('NFKC').trim()
  if (ownNumber.test(text)) {
    const exact = BigInt(text)
    const number = Number(text)
    return Number.isSafeInteger(number) ? number : exact
  }
  const found = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (found === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number((part as string | undefined) ?? 0))
  const date = new Date(year, month - 1, day, hour, minute, second)
  const isThatDay = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day
  if (!isThatDay || hour > 23 || minute > 59 || second > 59) return null
  return unit === 'seconds' ? date.getTime() / 1000 : date.getTime()
}

const padded = (part: number): string => String(part).padStart(2, '0')

/** The text that `readDate` reads as the same number: a date if it is exact, otherwise the number. */
export const writeDate = (value: number | bigint, unit: TimeUnit): string => {
  const time = typeof value === 'number' ? toMilliseconds(value, unit) : null
  if (time === null || Math.abs(time) > 8.64e15) return String(value)
  const date = new Date(time)
  const day = [
    String(date.getFullYear()).padStart(4, '0'),
    padded(date.getMonth() + 1),
    padded(date.getDate()),
  ]
  const clock = [padded(date.getHours()), padded(date.getMinutes()), padded(date.getSeconds())]
  const isMidnight = clock.every((part) => part === '00')
  const text = isMidnight ? day.join('-') : `${day.join('-')} ${clock.join(':')}`
  return readDate(text, unit) === value ? text : String(value)
}

/** A Long time as text for a sentence; null if it means none, and the number if it is not a time. */
export const formatDate = (value: unknown, unit: TimeUnit, language: Language): string | null => {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'number') return null
  const time = toMilliseconds(value, unit)
  if (time === null) return null
  if (Math.abs(time) > 8.64e15) return String(value)
  const date = new Date(time)
  const isMidnight = date.getHours() + date.getMinutes() + date.getSeconds() === 0
  return isMidnight ? exactDate(time, language) : exactTime(time, language)
}
