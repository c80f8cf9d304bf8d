import type { PlatformFailure } from '#shared/model/api/platform-failure'

/** The delay after a failed attempt. Every successful read also reports that the platform is reachable. */
const retryIntervalMs = 15_000

/** When the queue may try to send again. `now` is the wall clock and `ticks` a monotonic one, in ms. */
export const createAttemptTimes = ({ now, ticks }: { now: () => number; ticks: () => number }) => {
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let quietUntil = Number.NEGATIVE_INFINITY
  return {
    /** The platform asked for no request yet. */
    isQuiet: (): boolean => ticks() < quietUntil,
    obeyWait: ({ retryAfterMs = 0 }: PlatformFailure): void => {
      quietUntil = Math.max(quietUntil, ticks() + retryAfterMs)
    },
    // The absolute difference, because a clock set back must not block all attempts.
    isTooSoon: (): boolean => Math.abs(now() - lastAttemptAt) < retryIntervalMs,
    start: (): void => {
      lastAttemptAt = now()
    },
    /** The next attempt need not wait for the last one's delay. */
    clear: (): void => {
      lastAttemptAt = Number.NEGATIVE_INFINITY
    },
  }
}
