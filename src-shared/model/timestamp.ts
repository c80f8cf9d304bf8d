/** The API document does not show the unit of its Long timestamps (section 2), so it is a setting. */
export const timeUnits = ['auto', 'seconds', 'milliseconds'] as const
export type TimeUnit = (typeof timeUnits)[number]

/**
 * “For ever” is often written as the end of 9999, 253,402,300,799 s; as ms that is January 1978, and this bound March
 * 1978: no licence date of the field lies on the wrong side.
 */
const largestInSeconds = 260_000_000_000
/** No date is further off (ECMA-262, section 21.4.1.1); beyond it stands what means “no end”, as the largest Long. */
const lastMoment = 8_640_000_000_000_000

/** A platform timestamp in milliseconds since 1970; null where it gave none, or none that is a date. Zero means “none” too. */
export const toMilliseconds = (value: number | null, unit: TimeUnit): number | null => {
  if (value === null || value === 0) return null
  const isSeconds = unit === 'seconds' || (unit === 'auto' && Math.abs(value) < largestInSeconds)
  const ms = isSeconds ? value * 1000 : value
  return Math.abs(ms) > lastMoment ? null : ms
}
