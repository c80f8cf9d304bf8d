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

/** How far to shift the times of training data so that their today is the current local date. */
export const shiftTo = (now: number): number => {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return midnight.getTime() - seedToday
}
