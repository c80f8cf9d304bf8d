// When a job stops itself (docs/changes-and-recovery.md, “When a job stops itself”).

/** Jobs of this many rows and more send one row first. */
export const minRowsForFirst = 10

/** Fewer failures pause no job, whatever their share. */
export const minFailures = 5

/** The setting that never pauses a job for its failures. */
export const neverStops = 100
export const failedPercents = { min: 5, max: 50, default: 20 } as const
export const isFailedPercent = (percent: number): boolean =>
  percent === neverStops || (percent >= failedPercents.min && percent <= failedPercents.max)

/** A share of the job's rows that may always fail: without it, a long list would need many short requests at first. */
const freeShare = 0.01

/** Rows that were sent since the job last went on, and how many of them failed or are unconfirmed. */
export interface Attempts {
  readonly tried: number
  readonly failed: number
}

/** Whether so many failures pause the job: at least five, and more than the percentage of the rows that were sent. */
export const isTooMany = ({ tried, failed }: Attempts, maxPercent: number): boolean =>
  maxPercent < neverStops && failed >= minFailures && failed * 100 > tried * maxPercent

/** How many of the next rows must fail, if all do, before the job pauses. */
const untilTooMany = ({ tried, failed }: Attempts, maxPercent: number): number => {
  // The least n with (failed + n) · 100 > (tried + n) · maxPercent.
  const byShare = Math.floor((tried * maxPercent - failed * 100) / (100 - maxPercent)) + 1
  return Math.max(1, minFailures - failed, byShare)
}

/**
 * The most rows of the next request. Even if all of them fail, no more fail than if they were sent one by one, or than one
 * percent of the job's rows. It is one row less than what would pause the job, so that one lost response does not pause it.
 */
export const maxNextRows = (attempts: Attempts, rows: number, maxPercent: number): number =>
  maxPercent >= neverStops || rows <= minFailures
    ? Infinity
    : Math.max(1, untilTooMany(attempts, maxPercent) - 1, Math.floor(rows * freeShare) - attempts.failed)

/**
 * The most rows that can have failed when `tried` rows of a job of `rows` were sent since it last went on. The model test
 * holds every job to it.
 */
export const maxFailures = (tried: number, rows: number, maxPercent: number): number =>
  maxPercent >= neverStops
    ? Infinity
    : Math.max(minFailures, Math.floor(((tried - 1) * maxPercent) / 100) + 1, Math.floor(rows * freeShare))
