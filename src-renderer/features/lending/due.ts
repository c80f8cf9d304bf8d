/** A day of this place's calendar as `2026-11-30`, as files, commands and date fields have it. */
export const dayOf = (time: number | Date): string => {
  const date = new Date(time)
  const part = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** Noon of that day here: no change of the clocks moves it to another day. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime()

const daysFrom = (now: number, days: number): string => {
  const date = new Date(now)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

export const tomorrow = (now: number): string => daysFrom(now, 1)

const friday = 5
/** The next Friday that is not today: who lends on a Friday means the one after. */
export const endOfWeek = (now: number): string => {
  const days = (friday - new Date(now).getDay() + 7) % 7
  return daysFrom(now, days === 0 ? 7 : days)
}

/** Whole days of the calendar since `day`: 0 on the day itself, negative before. */
export const daysSince = (day: string, now: number): number =>
  Math.round((noonOf(dayOf(now)) - noonOf(day)) / 86_400_000)
