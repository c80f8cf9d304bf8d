/** Continuous mode ends after this time without a lock, ms. */
const idleTimeoutMs = 60_000
/** The seconds are shown from this remaining time on, ms. */
const countdownVisibleMs = 10_000

const tickMs = 250

export interface Countdown {
  /** Restarts the countdown after a lock or a scan. */
  restart(): void
  stop(): void
}

/**
 * Reports the remaining whole seconds once each when there are few (null before), and the end. It pauses while
 * `isPaused`: waiting for a response is not idle time.
 */
export const startCountdown = (deps: {
  readonly onSeconds: (seconds: number | null) => void
  readonly onEnd: () => void
  readonly isPaused: () => boolean
  readonly now?: () => number
}): Countdown => {
  const now = deps.now ?? (() => performance.now())
  let startedAt = now()
  let reported: number | null = null

  const report = (seconds: number | null): void => {
    if (seconds === reported) return
    reported = seconds
    deps.onSeconds(seconds)
  }
  const restart = (): void => {
    startedAt = now()
    report(null)
  }
  const tick = (): void => {
    if (deps.isPaused()) restart()
    const remaining = idleTimeoutMs - (now() - startedAt)
    if (remaining <= 0) {
      clearInterval(timer)
      deps.onEnd()
    } else {
      report(remaining <= countdownVisibleMs ? Math.ceil(remaining / 1000) : null)
    }
  }
  const timer = setInterval(tick, tickMs)

  return { restart, stop: () => clearInterval(timer) }
}
