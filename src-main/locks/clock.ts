import { setTimeout as delay } from 'node:timers/promises'

/** Time as the lock room uses it. Waits are monotonic: setting the computer's clock does not shorten or stretch them. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's reason when it is aborted first. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal })
    } catch {
      throw abortReason(signal)
    }
  },
}

export const abortReason = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('The wait was cancelled.')

export class DeadlineError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`)
    this.name = 'DeadlineError'
  }
}

/**
 * Runs `work` under a limit and a signal. Work that ignores its signal is left behind: native calls cannot be taken
 * back. Rejects with `DeadlineError`, or with the signal's reason.
 */
export const withDeadline = async <Value>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  // Not AbortSignal.any: on Node 20 each one stays tied to the long-lived signal it listens to
  // (https://github.com/nodejs/node/issues/54614).
  const limit = new AbortController()
  const pass = () => limit.abort(signal.reason)
  if (signal.aborted) throw abortReason(signal)
  signal.addEventListener('abort', pass)
  const timer = new AbortController()
  const late = clock.wait(ms, timer.signal).then(
    () => limit.abort(new DeadlineError(ms)),
    () => undefined,
  )
  try {
    return await unlessAborted(limit.signal, work(limit.signal))
  } finally {
    signal.removeEventListener('abort', pass)
    timer.abort()
    await late
    // Whoever still waits below, after the race is over, is told to stop.
    limit.abort(new Error('The work is over.'))
  }
}

/**
 * What `work` gives, or a rejection with the signal's reason as soon as that is aborted; the work itself goes on and
 * its end is ignored.
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

/** Work under several signals: the first one that is aborted ends it. */
export const withSignals = async <Value>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const either = new AbortController()
  const ends = signals.map((signal) => {
    const end = () => either.abort(signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
    return () => signal.removeEventListener('abort', end)
  })
  try {
    return await work(either.signal)
  } finally {
    for (const end of ends) end()
  }
}
