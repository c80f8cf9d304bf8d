import { timeout, withSignals } from '../../util/async'
import type { BranchConnection, ChangingElsewhere } from '../database/branch-connection'

/** A role may send notices without end; each would have every desk ask the database. */
export const minRoundMs = 100

/** Several calls before the next wait are one. */
export const createBell = () => {
  let isRung = false
  let wake: () => void = () => undefined
  return {
    ring: (): void => {
      isRung = true
      wake()
    },
    /** Resolves when it rings, has rung since the last wait, or after `ms`. */
    wait: async (ms: number, signal: AbortSignal): Promise<void> => {
      const rung = new AbortController()
      wake = () => rung.abort()
      if (!isRung) await withSignals([signal, rung.signal], (either) => timeout(ms, either))
      wake = () => undefined
      isRung = false
    },
  }
}

/**
 * Reads what other computers change, at each notice. Nothing waits for it, and a failure has another way to show. Notices
 * that come meanwhile are one more question.
 */
export const createChangingReader = (
  connection: Pick<BranchConnection, 'changing'>,
  take: (changing: readonly ChangingElsewhere[]) => void,
  signal: AbortSignal,
): (() => Promise<void>) => {
  let isReading = false
  let isDue = false
  return async () => {
    isDue = true
    if (isReading) return
    isReading = true
    while (isDue && !signal.aborted) {
      isDue = false
      await connection.changing().then(take, () => undefined)
      await timeout(minRoundMs, signal)
    }
    isReading = false
  }
}
