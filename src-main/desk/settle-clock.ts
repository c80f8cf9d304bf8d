import { changeDeadlineMs } from '../platform/client'

/**
 * A late commit can still arrive this long after “sent” was written: the longest the client waits for an answer, and
 * what a slow disk may take to sync that “sent” before the waiting begins.
 */
export const settleAfterMs = changeDeadlineMs + 10_000

/** Where the two clocks part by more than this between two looks, somebody set one of them, or the machine slept. */
const toleranceMs = 1_000

/**
 * How long it is until nothing of a change can arrive any more. What was written in the journal bears the time of
 * day, which may be set; a clock of the process that nobody sets says whether it was. From the moment on that this
 * is found, it takes the whole time anew.
 */
export const createSettleClock = ({
  now,
  ticks,
}: {
  readonly now: () => number
  /** In ms, from anywhere, and only ever forward. */
  readonly ticks: () => number
}) => {
  let parting = now() - ticks()
  /** The times of day before this moment say nothing. */
  let setAt: number | null = null

  return {
    /** 0 or less: it is certain now. */
    leftFor: (sentAt: number): number => {
      const tick = ticks()
      const age = now() - sentAt
      const isSet = Math.abs(now() - tick - parting) > toleranceMs
      parting = now() - tick
      // One that was sent tomorrow was sent by a process before this one, by a clock that was ahead.
      if (isSet || (age < 0 && setAt === null)) setAt = tick
      if (setAt === null) return settleAfterMs - age
      return settleAfterMs - (age < 0 ? tick - setAt : Math.min(age, tick - setAt))
    },
  }
}
export type SettleClock = ReturnType<typeof createSettleClock>
