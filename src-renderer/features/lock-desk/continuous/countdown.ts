/** Continuous mode ends after this time without a lock, ms. */
const idleTimeoutMs = 60_000
/** The seconds are shown from this remaining time on, ms. */
const countdownVisibleMs = 10_000

const tickMs = 250

export interface Countdown {
  /** Restarts the countdown after a lock or a scan; ends it where the time was over before. */
  restart(): void
  stop(): void
}

/**
 * Reports the remaining whole seconds once each when there are few (null before), and the end. It pauses while
 * `isPaused`: waiting for a response is not idle time. The wall clock counts time asleep, the other one is never set back.
 */
export const startCountdown = (deps: {
  readonly onSeconds: (seconds: number | null) => void
  readonly onEnd: () => void
  readonly isPaused: () => boolean
}): Countdown => {
  const clocks = () => [performance.now(), Date.now()]
  let startedAt = clocks()
  const remaining = (): number =>
    idleTimeoutMs - Math.max(...clocks().map((now, clock) => now - (startedAt[clock] ?? now)))
  let reported: number | null = null

  const report = (seconds: number | null): void => {
    if (seconds === reported) return
    reported = seconds
    deps.onSeconds(seconds)
  }
  const start = (): void => {
    startedAt = clocks()
    report(null)
  }
  const end = (): void => {
    clearInterval(timer)
    deps.onEnd()
  }
  const tick = (): void => {
    if (deps.isPaused()) start()
    const left = remaining()
    if (left <= 0) end()
    else report(left <= countdownVisibleMs ? Math.ceil(left / 1000) : null)
  }
  const timer = setInterval(tick, tickMs)

  return {
    restart: () => {
      if (remaining() > 0 || deps.isPaused()) start()
      else end()
    },
    stop: () => clearInterval(timer),
  }
}
