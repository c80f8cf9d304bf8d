import { changeDeadlineMs } from '../../platform/client'

/**
 * How long after “sent” a late commit can still arrive: the longest request deadline, plus the time a slow disk
 * may need to sync “sent” before the request starts.
 */
export const settleDelayMs = changeDeadlineMs + 10_000

/** A larger difference between the two clocks means that a clock was set or the computer slept. */
const toleranceMs = 1_000

/**
 * The time until a sent change can no longer be applied. Journal times are wall-clock times, which may be set;
 * a monotonic clock detects that. If the wall clock jumped, restart the full settle time on the monotonic
 * clock.
 */
export const createSettleDelay = ({
  now,
  ticks,
}: {
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly ticks: () => number
}) => {
  let parting = now() - ticks()
  /** Wall-clock times before this tick are unreliable. */
  let setAt: number | null = null

  /** Reads each clock once: every further reading would be a later time. */
  const read = (sentAt: number) => {
    const [currentTick, currentTime] = [ticks(), now()]
    const age = currentTime - sentAt
    const isSet = Math.abs(currentTime - currentTick - parting) > toleranceMs
    parting = currentTime - currentTick
    // A “sent” time in the future was written by an earlier process with a clock that was ahead.
    if (isSet || (age < 0 && setAt === null)) setAt = currentTick
    const passed = setAt === null ? age : age < 0 ? currentTick - setAt : Math.min(age, currentTick - setAt)
    return { left: settleDelayMs - passed, currentTime }
  }

  return {
    /** Milliseconds left; 0 or less means that the change is final. */
    leftFor: (sentAt: number): number => read(sentAt).left,
    /** The wall-clock time at which the change is final; the same for every call unless the clock was set. */
    finalAt: (sentAt: number): number => {
      const { left, currentTime } = read(sentAt)
      return currentTime + left
    },
  }
}
export type SettleDelay = ReturnType<typeof createSettleDelay>
