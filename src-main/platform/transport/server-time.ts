/** With the zone that RFC 9110 (5.6.7) demands: another text could be read in the zone of this computer. */
const withZone = /^[A-Z][a-z]+, .+ (?:GMT|UTC|[+-]\d{4})$/
/** A computer without a battery starts in 1970. */
const earliest = Date.UTC(2020, 0, 1)

/**
 * The clock of the server that responded, ms since 1970; NaN if its headers do not tell: no readable `Date`, or a response
 * that a cache had kept (`Age`), whose `Date` is that of long ago.
 */
export const serverTimeOf = ({ date, age }: Readonly<Partial<Record<string, string | string[]>>>): number => {
  const isKept = age !== undefined && age !== '0'
  if (isKept || typeof date !== 'string' || !withZone.test(date)) return Number.NaN
  const time = Date.parse(date)
  return time >= earliest ? time : Number.NaN
}
