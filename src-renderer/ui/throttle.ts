/**
 * Throttles work: the first request runs at once; requests during the pause are merged into one run after it.
 * The pause is `pauseMs` from the start of the run, or `pauseFactor` times the run's duration if that is longer,
 * so that slow work uses only a share of the time.
 */
export const throttle = (
  work: () => Promise<void>,
  pauseMs: number,
  pauseFactor = 0,
): { readonly schedule: () => void; readonly stop: () => void } => {
  let isPaused = false
  let hasPendingRun = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = (): void => {
    hasPendingRun = false
    isPaused = true
    // Not the time of day: set back an hour while it runs, it would pause for an hour.
    const startedAt = performance.now()
    void work()
      .catch(() => undefined)
      .then(() => {
        if (isStopped) return
        const duration = performance.now() - startedAt
        timer = setTimeout(
          () => {
            isPaused = false
            if (hasPendingRun) run()
          },
          Math.max(pauseMs - duration, duration * pauseFactor),
        )
      })
  }
  return {
    schedule: () => {
      if (isStopped) return
      if (isPaused) hasPendingRun = true
      else run()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
