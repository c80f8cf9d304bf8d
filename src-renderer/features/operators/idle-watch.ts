/** The polling interval: one long timer would not count the time a laptop is suspended. */
const checkEveryMs = 1000

export interface IdleWatch {
  /** Reports activity: pointer, key, scan or a plugged-in lock. */
  recordActivity(): void
  stop(): void
}

/** Calls back once after `limitMs` without activity; 0 turns it off. The next activity restarts it. */
export const watchIdle = (deps: {
  readonly limitMs: () => number
  readonly onIdle: () => void
  readonly now?: () => number
}): IdleWatch => {
  const now = deps.now ?? (() => Date.now())
  let last = now()
  let hasReported = false

  const check = (): void => {
    const passed = now() - last
    // The system clock was set back: restart from the new time.
    if (passed < 0) last = now()
    const limit = deps.limitMs()
    if (hasReported || limit <= 0 || passed < limit) return
    hasReported = true
    deps.onIdle()
  }
  const timer = setInterval(check, checkEveryMs)

  return {
    recordActivity: () => {
      last = now()
      hasReported = false
    },
    stop: () => clearInterval(timer),
  }
}
