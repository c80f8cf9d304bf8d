/** Left alone this long, the desk disarms itself. */
export const armedForMs = 60_000
/** From here on the seconds are shown. */
export const warnedForMs = 10_000

const lookEveryMs = 250

export interface Countdown {
  /** A lock or a scan: from here it counts anew. */
  restart(): void
  stop(): void
}

/**
 * Tells how many whole seconds are left, each of them once and only when they are few (null before), and then that
 * the time is over. While `isHeld` it does not count: a slow answer is no idleness.
 */
export const startCountdown = (deps: {
  readonly onSeconds: (seconds: number | null) => void
  readonly onOver: () => void
  readonly isHeld: () => boolean
  readonly now?: () => number
}): Countdown => {
  const now = deps.now ?? (() => performance.now())
  let from = now()
  let told: number | null = null

  const tell = (seconds: number | null): void => {
    if (seconds === told) return
    told = seconds
    deps.onSeconds(seconds)
  }
  const restart = (): void => {
    from = now()
    tell(null)
  }
  const look = (): void => {
    if (deps.isHeld()) restart()
    const left = armedForMs - (now() - from)
    if (left <= 0) {
      clearInterval(timer)
      deps.onOver()
    } else {
      tell(left <= warnedForMs ? Math.ceil(left / 1000) : null)
    }
  }
  const timer = setInterval(look, lookEveryMs)

  return { restart, stop: () => clearInterval(timer) }
}
