import { dayAfter, dayOf, daysBetween, noonOf } from '#shared/model/calendar-day'

export const tomorrow = (now: number): string => dayAfter(dayOf(now), 1)

const friday = 5
const sunday = 7
/**
 * The Friday that ends the working week: of this week from Monday to Thursday, of the next week from Friday to Sunday. Weeks
 * begin on Monday, as in ISO 8601.
 */
export const endOfWeek = (now: number): { readonly day: string; readonly isNextWeek: boolean } => {
  const weekday = new Date(now).getDay() || sunday
  const isNextWeek = weekday >= friday
  return { day: dayAfter(dayOf(now), friday - weekday + (isNextWeek ? 7 : 0)), isNextWeek }
}

/** Calendar days since `day`: 0 on the day itself, negative before it. */
export const daysSince = (day: string, now: number): number => daysBetween(noonOf(day), now)
