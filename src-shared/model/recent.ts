/**
 * Whether something was done within a time, all in ms. A time that is still to come is of before the clock was set back:
 * how long ago that was is unknown, so that it is not recent.
 */
export const isRecent = (at: number, now: number, withinMs: number): boolean => Math.abs(now - at) < withinMs
