import { dayAfter, dayOf, noonOf } from '#shared/model/calendar-day'

const daysOfWeek = 7

/** The weeks that show the month of `day`, six of seven days each, so that no month moves what is below. Weeks begin on Monday. */
export const weeksOf = (day: string): readonly (readonly string[])[] => {
  const first = `${day.slice(0, 8)}01`
  const weekday = new Date(noonOf(first)).getDay() || daysOfWeek
  const start = dayAfter(first, 1 - weekday)
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: daysOfWeek }, (_day, place) => dayAfter(start, week * daysOfWeek + place)),
  )
}

/** The same day `months` later, or the last one of a shorter month. */
export const monthAfter = (day: string, months: number): string => {
  const date = new Date(noonOf(day))
  const wanted = date.getDate()
  date.setDate(1)
  date.setMonth(date.getMonth() + months)
  const last = new Date(date.getFullYear(), date.getMonth() + 1, 0, 12).getDate()
  date.setDate(Math.min(wanted, last))
  return dayOf(date)
}
