/**
 * Work that is asked for more often than it is worth doing: done at once when it is asked for first, and what is asked
 * for on its heels together, `restMs` later and not before the last is done. `restPerWork` is how often as long as the
 * work took it rests after that, so that what takes long takes no more than its share of the time.
 */
export const gathered = (
  work: () => Promise<void>,
  restMs: number,
  restPerWork = 0,
): { readonly ask: () => void; readonly stop: () => void } => {
  let isResting = false
  let isBehind = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = (): void => {
    isBehind = false
    isResting = true
    const began = Date.now()
    void work()
      .catch(() => undefined)
      .then(() => {
        if (isStopped) return
        const took = Date.now() - began
        timer = setTimeout(
          () => {
            isResting = false
            if (isBehind) run()
          },
          Math.max(restMs - took, took * restPerWork),
        )
      })
  }
  return {
    ask: () => {
      if (isStopped) return
      if (isResting) isBehind = true
      else run()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
