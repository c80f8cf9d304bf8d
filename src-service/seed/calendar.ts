const dayMs = 24 * 60 * 60 * 1000

/** The day that counts as today while training data is made; moved to the real one when it is first opened. */
export const seedToday = Date.UTC(2025, 0, 1)

/** Midday, `days` from today: when things happened. */
export const noonOf = (days: number): number => seedToday + days * dayMs + dayMs / 2

/** The last second of the day `days` from today: when a licence ends. */
export const endOfDay = (days: number): number => seedToday + (days + 1) * dayMs - 1000

/** By how much the times of training data are to be moved so that its today is this machine's. */
export const shiftTo = (now: number): number => {
  const midnight = new Date(now)
  midnight.setHours(0, 0, 0, 0)
  return midnight.getTime() - seedToday
}
