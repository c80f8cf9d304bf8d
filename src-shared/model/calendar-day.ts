/** The local calendar day, such as `2026-11-30`, as used in files, commands and date fields. */
export const dayOf = (time: number | Date): string => {
  const date = new Date(time)
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${String(date.getFullYear())}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** Noon of the local day: daylight saving time does not move it to another day. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime()

/** The day `days` calendar days after `day`. */
export const dayAfter = (day: string, days: number): string => {
  const date = new Date(noonOf(day))
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

const dayNumber = (time: number): number =>
  Math.floor((time - new Date(time).getTimezoneOffset() * 60_000) / 86_400_000)

/** Local calendar days between two times in ms since 1970: 0 on the same day, negative if `to` is on an earlier day. */
export const daysBetween = (from: number, to: number): number => dayNumber(to) - dayNumber(from)
