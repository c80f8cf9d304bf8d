import { dayAfter, dayOf } from '#shared/model/calendar-day'

/** Noon of the local day: daylight saving time does not move it to another day. */
export const noonOf = (day: string): number => new Date(`${day}T12:00:00`).getTime()

export const tomorrow = (now: number): string => dayAfter(dayOf(now), 1)

const friday = 5
/** The next Friday after today. */
export const endOfWeek = (now: number): string => {
  const days = (friday - new Date(now).getDay() + 7) % 7
  return dayAfter(dayOf(now), days === 0 ? 7 : days)
}

/** Calendar days since `day`: 0 on the day itself, negative before it. */
export const daysSince = (day: string, now: number): number =>
  Math.round((noonOf(dayOf(now)) - noonOf(day)) / 86_400_000)
