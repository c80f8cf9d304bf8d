import { abortReason } from '../../../src-main/util/clock'
import type { Clock } from '../../../src-main/util/clock'

export interface ManualClock extends Clock {
  /** Lets `ms` pass and runs everything that is due, in order. */
  advance(ms: number): Promise<void>
  /** Runs everything that needs no time. */
  settle(): Promise<void>
}

interface Sleeper {
  readonly due: number
  readonly wake: () => void
}

export const createManualClock = (start = 1_700_000_000_000): ManualClock => {
  let now = start
  const sleepers = new Set<Sleeper>()

  // A turn of the event loop follows all resolved promises.
  const settle = () => new Promise<void>((done) => setImmediate(done))

  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(abortReason(signal))
          return
        }
        const sleeper: Sleeper = {
          due: now + ms,
          wake: () => {
            signal.removeEventListener('abort', end)
            resolve()
          },
        }
        const end = () => {
          sleepers.delete(sleeper)
          reject(abortReason(signal))
        }
        sleepers.add(sleeper)
        signal.addEventListener('abort', end, { once: true })
      }),
    settle,
    advance: async (ms) => {
      const until = now + ms
      await settle()
      for (;;) {
        const [next] = [...sleepers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)
        if (next === undefined) break
        sleepers.delete(next)
        now = Math.max(now, next.due)
        next.wake()
        await settle()
      }
      now = until
      await settle()
    },
  }
}
