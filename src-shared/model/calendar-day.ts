import { wallTimeIn } from './time-zone'
import type { TimeZone } from './time-zone'

/** The calendar day, such as `2026-11-30`, as used in files, commands and date fields: by default this computer's. */
export const dayOf = (time: number | Date, zone: TimeZone = null): string => {
  const { year, month, day } = wallTimeIn(zone, Number(time))
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${part(month)}-${part(day)}`
}

/** Noon of the local day: daylight saving time does not move it to another day. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime()

/** The day `days` calendar days after `day`. */
export const dayAfter = (day: string, days: number): string => {
  const date = new Date(noonOf(day))
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

const dayNumber = (time: number, zone: TimeZone): number => {
  const { year, month, day } = wallTimeIn(zone, time)
  return Date.UTC(year, month - 1, day) / 86_400_000
}

/** Calendar days between two times in ms since 1970: 0 on the same day, negative if `to` is on an earlier day. */
export const daysBetween = (from: number, to: number, zone: TimeZone = null): number =>
  dayNumber(to, zone) - dayNumber(from, zone)
