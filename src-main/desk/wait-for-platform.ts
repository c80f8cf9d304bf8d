const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** Asks the platform with growing pauses, from 1 s to 30 s, until it answers; ends early when the signal does. */
export const waitForPlatform = async (deps: {
  /** One cheap read; null where it was answered. */
  probe: () => Promise<unknown>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}): Promise<void> => {
  const { probe, pause, signal } = deps
  const isOver = () => signal.aborted
  for (let ms = firstPauseMs; !isOver(); ms = Math.min(ms * 2, longestPauseMs)) {
    await pause(ms, signal)
    if (isOver() || (await probe()) === null) return
  }
}
