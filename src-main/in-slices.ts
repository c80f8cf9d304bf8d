import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long (ms) one slice may hold the thread: a click or a lock that goes in waits no longer. */
const sliceMs = 8

/** Runs long work that offers its ends by `yield`, letting others have their turn in between. */
export const inSlices = async <Value>(
  work: Generator<undefined, Value>,
  signal?: AbortSignal,
): Promise<Value> => {
  let from = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    if (performance.now() - from < sliceMs) continue
    await nextTurn()
    signal?.throwIfAborted()
    from = performance.now()
  }
}
