/** How often it looks; a timer of the whole time would sleep through a suspended laptop. */
const lookEveryMs = 1000

export interface IdleWatch {
  /** A hand: pointer, key, scan or a lock plugged in. */
  hand(): void
  stop(): void
}

/** Tells once when there was no hand for as long as `limitMs` says; at 0 it waits for ever. The next hand starts it anew. */
export const watchIdle = (deps: {
  readonly limitMs: () => number
  readonly onIdle: () => void
  readonly now?: () => number
}): IdleWatch => {
  const now = deps.now ?? (() => Date.now())
  let last = now()
  let told = false

  const look = (): void => {
    const passed = now() - last
    // The clock was set back: it starts from there.
    if (passed < 0) last = now()
    const limit = deps.limitMs()
    if (told || limit <= 0 || passed < limit) return
    told = true
    deps.onIdle()
  }
  const timer = setInterval(look, lookEveryMs)

  return {
    hand: () => {
      last = now()
      told = false
    },
    stop: () => clearInterval(timer),
  }
}
