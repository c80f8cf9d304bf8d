import { setTimeout as delay } from 'node:timers/promises'

/** Time for lock reading. Waits use a monotonic clock: setting the computer's clock does not change them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason if it aborts first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal })
    } catch {
      throw abortReason(signal)
    }
  },
}

export const abortReason = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('The wait was canceled.')
