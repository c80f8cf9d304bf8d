const dayMs = 24 * 60 * 60 * 1000

/**
 * The date that generated training data treat as today. Opening the store for the first time shifts all dates
 * to the real one.
 */
export const seedToday = Date.UTC(2025, 0, 1)

/** Noon, `days` from today; the time of past events. */
export const noonOf = (days: number): number => seedToday + days * dayMs + dayMs / 2

/** The last second of the day, `days` from today; the end of a license. */
export const endOfDay = (days: number): number => seedToday + (days + 1) * dayMs - 1000

/**
 * The local time of a generated one: as many days from today, at the same time of the day. On the other side of a change
 * of the clock it is an hour more or less away.
 */
export const localTime = (time: number, now: number): number => {
  const today = new Date(now)
  // The milliseconds count on the local clock, so a day of 23 or 25 hours makes no difference.
  return new Date(today.getFullYear(), today.getMonth(), today.getDate(), 0, 0, 0, time - seedToday).getTime()
}

/** Generated times are at most this far from today. */
const maxDays = 4000

/** How far to move the generated times before `until`, in ms. */
export interface Shift {
  readonly until: number
  readonly by: number
}

/** The shifts in the order of time; the last one is for all later times, too. */
export const shiftsTo = (now: number): readonly Shift[] => {
  const shifts: { until: number; by: number }[] = []
  for (let days = -maxDays; days <= maxDays; days += 1) {
    const by = localTime(noonOf(days), now) - noonOf(days)
    const last = shifts.at(-1)
    const until = seedToday + (days + 1) * dayMs
    if (last?.by === by) last.until = until
    else shifts.push({ until, by })
  }
  return shifts
}

export const shiftAt = (time: number, shifts: readonly Shift[]): number =>
  (shifts.find(({ until }) => time < until) ?? shifts.at(-1))?.by ?? 0
