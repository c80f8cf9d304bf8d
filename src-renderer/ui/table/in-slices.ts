/** A frame is 16 ms; half of it is left for drawing and for the next key. */
const slice = 8

/** As a timer of 0 ms, without the 4 ms that a browser adds to it; keys that wait come first. */
const later = (run: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}

/** Work in steps: it may be left at every `yield`, and taken up again. A step is a fraction of a millisecond. */
export type Steps<Result> = Generator<undefined, Result>

/**
 * Does work in slices of 8 ms, with keys and frames in between. What fits into the first slice is done on return, so
 * that short lists never flicker. Returns how to give it up; `onDone` is then not called.
 */
export const inSlices = <Result>(steps: Steps<Result>, onDone: (result: Result) => void): (() => void) => {
  let isGivenUp = false
  const run = (): void => {
    if (isGivenUp) return
    const until = performance.now() + slice
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) {
        onDone(value)
        return
      }
      if (performance.now() >= until) break
    }
    later(run)
  }
  run()
  return () => {
    isGivenUp = true
  }
}
