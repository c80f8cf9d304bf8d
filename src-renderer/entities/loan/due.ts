import { dayAfter, dayOf, daysBetween, noonOf } from '#shared/model/calendar-day'

const friday = 5
const daysOfWeek = 7

/** The next Friday after today: on a Friday it is the one of the next week. */
const nextFriday = (now: number): string => {
  const days = (friday - new Date(now).getDay() + daysOfWeek) % daysOfWeek
  return dayAfter(dayOf(now), days === 0 ? daysOfWeek : days)
}

export const commonDueDates = ['tomorrow', 'friday', 'week', 'weeks'] as const
export type CommonDueDate = (typeof commonDueDates)[number]

/**
 * The common due dates as of today. A Friday that is tomorrow, or in exactly one week, is left out: each day is offered
 * once.
 */
export const dueDatesOf = (now: number): ReadonlyMap<CommonDueDate, string> => {
  const today = dayOf(now)
  const [tomorrow, week] = [dayAfter(today, 1), dayAfter(today, daysOfWeek)]
  const day = nextFriday(now)
  return new Map<CommonDueDate, string>([
    ['tomorrow', tomorrow],
    ...(day === tomorrow || day === week ? [] : ([['friday', day]] as const)),
    ['week', week],
    ['weeks', dayAfter(today, 2 * daysOfWeek)],
  ])
}

/** The latest due day of a loan that begins then, ms since 1970; null without a limit of the policy. */
export const latestDueDay = (maxDays: number | undefined, since: number): string | null =>
  maxDays === undefined ? null : dayAfter(dayOf(since), maxDays)

/** Calendar days since `day`: 0 on the day itself, negative before it. */
export const daysSince = (day: string, now: number): number => daysBetween(noonOf(day), now)
