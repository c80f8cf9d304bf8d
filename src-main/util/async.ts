import { setImmediate as nextTurn } from 'node:timers/promises'
import { abortReason, systemClock } from './clock'
import type { Clock } from './clock'

// The building blocks of asynchronous code, with the names of VS Code's `base/common/async`.

// --- Promises that others settle

export interface Deferred<Value> {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
  readonly isResolved: () => boolean
}

/** A promise that is resolved from outside. */
export const createDeferred = <Value>(): Deferred<Value> => {
  let resolve!: (value: Value) => void
  let isResolved = false
  const promise = new Promise<Value>((done) => (resolve = done))
  return {
    promise,
    resolve: (value) => {
      isResolved = true
      resolve(value)
    },
    isResolved: () => isResolved,
  }
}

// --- Order

export interface Sequencer {
  /** Starts when all earlier work has ended; a failure does not stop later work. */
  readonly queue: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves when the work queued so far has ended. */
  readonly settled: () => Promise<void>
}

/** Runs one piece of work at a time, in the order it was requested. */
export const createSequencer = (): Sequencer => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    queue: (work) => {
      const result = last.then(work)
      last = result.catch(() => undefined)
      return result
    },
    settled: async () => {
      await last
    },
  }
}

export interface KeyedSequencer {
  /** Starts when all earlier work for any of the keys has ended. */
  readonly queue: <Value>(keys: readonly string[], work: () => Promise<Value>) => Promise<Value>
  readonly settled: () => Promise<void>
}

/** Runs work with a common key in the order it was requested; used for changes of one lock. */
export const createKeyedSequencer = (): KeyedSequencer => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    queue: (keys, work) => {
      const before = new Set(keys.flatMap((key) => tails.get(key) ?? []))
      const result = Promise.all(before).then(work)
      const tail = result
        .catch(() => undefined)
        .then(() => {
          for (const key of keys) if (tails.get(key) === tail) tails.delete(key)
        })
      for (const key of keys) tails.set(key, tail)
      return result
    },
    settled: async () => {
      await Promise.all(tails.values())
    },
  }
}

/**
 * Runs the work for every item with at most `limit` in parallel; returns results in item order. Without a
 * limit, most of ten thousand requests would time out.
 */
export const mapWithConcurrency = async <Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> => {
  const done = new Map<number, Value>()
  const rest = items.entries()
  const walk = async (): Promise<void> => {
    for (const [at, item] of rest) done.set(at, await work(item))
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, walk))
  return items.map((_, at) => done.get(at) as Value)
}

// --- Time

/** Waits, but no longer than until the signal aborts. Does not keep the process alive. */
export const timeout = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve()
      return
    }
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    timer.unref()
    signal?.addEventListener('abort', end)
  })

/** Waits for the work, but no longer than `ms`; the work itself continues. Rejects only if the work does. */
export const raceTimeout = async (work: Promise<unknown>, ms: number): Promise<void> => {
  const ended = new AbortController()
  try {
    await Promise.race([work, timeout(ms, ended.signal)])
  } finally {
    ended.abort()
  }
}

/** Runs `run` once after a time, however often it is scheduled meanwhile. */
export const createRunOnceScheduler = (run: () => void) => {
  let timer: NodeJS.Timeout | null = null
  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
  }
  return {
    /** Has no effect while it is scheduled. */
    schedule: (ms: number): void => {
      timer ??= setTimeout(() => {
        timer = null
        run()
      }, ms).unref()
    },
    cancel,
  }
}
export type RunOnceScheduler = ReturnType<typeof createRunOnceScheduler>

export const firstPauseMs = 1_000
export const maxPauseMs = 30_000

/** Waits that double, from the first to the longest. */
export const createBackOff = (firstMs = firstPauseMs, maxMs = maxPauseMs) => {
  let ms = firstMs
  return {
    /** The next wait in ms. */
    next: (): number => {
      const current = ms
      ms = Math.min(ms * 2, maxMs)
      return current
    },
    /** Starts again with the first wait. */
    reset: (): void => {
      ms = firstMs
    },
  }
}

export type BackOff = ReturnType<typeof createBackOff>

/**
 * Repeats an attempt after pauses of 1 s to 30 s until it succeeds or the signal aborts; resolves to whether it
 * succeeded.
 */
export const retryWithBackOff = async (
  attempt: () => Promise<boolean>,
  { pause, signal }: { pause: (ms: number, signal: AbortSignal) => Promise<void>; signal: AbortSignal },
): Promise<boolean> => {
  const backOff = createBackOff()
  for (;;) {
    await pause(backOff.next(), signal)
    if (signal.aborted) return false
    if (await attempt()) return true
  }
}

// --- Deadlines and cancellation

export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`)
    this.name = 'DeadlineError'
  }
}

export const isTimeout = (error: unknown): boolean =>
  error instanceof DeadlineError || (error instanceof Error && error.name === 'TimeoutError')

/**
 * Like `AbortSignal.timeout`, which Node 20 may collect as garbage once it is combined with another signal; then it
 * never aborts.
 */
export const timeoutSignal = (ms: number): AbortSignal => {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('The time is over.', 'TimeoutError')), ms).unref()
  return limit.signal
}

/**
 * Resolves like `work`, or rejects with the signal's reason once it aborts; the work itself continues and its
 * result is ignored.
 */
export const unlessAborted = async <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> => {
  let end = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    end = () => reject(abortReason(signal))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Aborts the controller with the first of the signals. Returns a function that detaches it. */
const follow = (signals: readonly AbortSignal[], controller: AbortController): (() => void) => {
  // Not AbortSignal.any: on Node 20 its signals stay attached to the long-lived source
  // (https://github.com/nodejs/node/issues/54614).
  const ends = signals.map((signal) => {
    const end = () => controller.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
    return () => signal.removeEventListener('abort', end)
  })
  return () => {
    for (const end of ends) end()
  }
}

/** Runs work with several signals; the first one aborted stops it. */
export const withSignals = async <Value>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const either = new AbortController()
  const detach = follow(signals, either)
  try {
    return await work(either.signal)
  } finally {
    detach()
  }
}

/**
 * Runs `work` with a time limit and a signal. Rejects with `DeadlineError` or the signal's reason. Work that
 * ignores its signal continues unobserved: native calls, name lookups and handshakes cannot be canceled.
 */
export const withDeadline = async <Value>(
  ms: number,
  signal: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<Value>,
  clock: Clock = systemClock,
): Promise<Value> => {
  if (signal?.aborted === true) throw abortReason(signal)
  const limit = new AbortController()
  const detach = follow(signal === null ? [] : [signal], limit)
  const timer = new AbortController()
  const late = clock.wait(ms, timer.signal).then(
    () => limit.abort(new DeadlineError(ms)),
    () => undefined,
  )
  try {
    return await unlessAborted(limit.signal, work(limit.signal))
  } finally {
    detach()
    timer.abort()
    await late
    // Stops the loser of the race.
    limit.abort(new Error('The work has ended.'))
  }
}

// --- Long work on main's thread

/** The longest time in ms that a slice may block the thread. */
const sliceMs = 8

/** Runs a generator and lets other tasks run between its slices; each `yield` is a possible break. */
export const runTimeSliced = async <Value>(
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

/**
 * Imports modules one by one, with a turn of the event loop in between. Chromium starts the page and graphics
 * on main's thread, and importing everything at once would block it for 0.1 s.
 */
export const importSequentially = async (parts: readonly (() => Promise<unknown>)[]): Promise<void> => {
  for (const load of parts) {
    await nextTurn()
    await load()
  }
  await nextTurn()
}
