/** The API (docs/api.md) does not state the unit of its Long timestamps (section 2), so it is a setting. */
export const timeUnits = ['auto', 'seconds', 'milliseconds'] as const
export type TimeUnit = (typeof timeUnits)[number]

/**
 * “Forever” is often the end of 9999, 253,402,300,799 s; read as ms this is January 1978. The bound, March 1978
 * in ms, separates both without affecting real license dates.
 */
const maxSecondsValue = 260_000_000_000
/** The latest valid date (ECMA-262, section 21.4.1.1); larger values mean “no end”, such as the largest Long. */
const lastMoment = 8_640_000_000_000_000

/** Converts a platform timestamp to ms since 1970; null if missing, zero or not a valid date. */
export const toMilliseconds = (value: number | null, unit: TimeUnit): number | null => {
  if (value === null || value === 0) return null
  const isSeconds = unit === 'seconds' || (unit === 'auto' && Math.abs(value) < maxSecondsValue)
  const ms = isSeconds ? value * 1000 : value
  return Math.abs(ms) > lastMoment ? null : ms
}
