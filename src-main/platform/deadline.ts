export interface Deadline {
  readonly signal: AbortSignal
  /** It counts anew from now, as far as there is a longest time at all. */
  readonly extend: () => void
  readonly stop: () => void
}

/**
 * Fires after `ms`, or, where `longestMs` is given, once nothing came for `ms`, and after `longestMs` in any case: a long
 * answer on a slow line is none that hangs, and one that drips for ever is.
 */
export const startDeadline = (ms: number, longestMs: number | null): Deadline => {
  const over = new AbortController()
  const fire = () => over.abort(new DOMException('the time is over', 'TimeoutError'))
  const timer = setTimeout(fire, ms)
  const longest = longestMs === null ? null : setTimeout(fire, longestMs)
  timer.unref()
  longest?.unref()
  return {
    signal: over.signal,
    extend: () => {
      if (longest !== null && !over.signal.aborted) timer.refresh()
    },
    stop: () => {
      clearTimeout(timer)
      if (longest !== null) clearTimeout(longest)
    },
  }
}
