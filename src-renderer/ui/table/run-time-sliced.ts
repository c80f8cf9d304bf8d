/** Half a frame (16 ms) stays free for rendering and input. */
const sliceMs = 8

/**
 * This many steps always run in the first slice: a list of a few hundred rows needs no more, and is then finished
 * on return on a slow or busy computer too.
 */
const stepsAtOnce = 4

/** Like a 0 ms timer without the browser's 4 ms minimum; pending input events run first. */
const yieldToEvents = (run: () => void): void => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}

/** Work in steps of a fraction of a millisecond: it can pause or be abandoned at every `yield`. */
export type Steps<Result> = Generator<undefined, Result>

/**
 * Runs work in slices of 8 ms, with input and rendering in between. Work that fits into the first slice or takes
 * only a few steps is finished on return, so that short lists do not flicker. Returns a cancel function;
 * `onDone` is then not called.
 */
export const runTimeSliced = <Result>(
  steps: Steps<Result>,
  onDone: (result: Result) => void,
): (() => void) => {
  let isCanceled = false
  let taken = 0
  const run = (): void => {
    if (isCanceled) return
    const until = performance.now() + sliceMs
    for (;;) {
      const { done, value } = steps.next()
      if (done === true) {
        onDone(value)
        return
      }
      taken += 1
      if (taken >= stepsAtOnce && performance.now() >= until) break
    }
    yieldToEvents(run)
  }
  run()
  return () => {
    isCanceled = true
  }
}
