/** The API document does not show the unit of its Long timestamps (section 2), so it is a setting. */
export const timeUnits = ['auto', 'seconds', 'milliseconds'] as const
export type TimeUnit = (typeof timeUnits)[number]

/** 10^11 s is the year 5138, 10^11 ms is March 1973: no licence date of the field lies on the wrong side. */
const largestInSeconds = 100_000_000_000

/** A platform timestamp in milliseconds since 1970; null where the platform gave none. Zero means “none” too. */
export const toMilliseconds = (value: number | null, unit: TimeUnit): number | null => {
  if (value === null || value === 0) return null
  const isSeconds = unit === 'seconds' || (unit === 'auto' && Math.abs(value) < largestInSeconds)
  return isSeconds ? value * 1000 : value
}
