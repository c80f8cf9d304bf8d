/**
 * The work's result, or a rejection once `ms` are over or `signal` fires: name look-ups and handshakes heed neither
 * by themselves. Whatever the work still does is not waited for.
 */
export const withDeadline = async <Value>(
  work: Promise<Value>,
  ms: number,
  signal: AbortSignal,
): Promise<Value> => {
  const over = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  let stop: () => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => {
    stop = () => reject(over.reason as Error)
    over.addEventListener('abort', stop)
    if (over.aborted) stop()
  })
  // Where the other side of the race wins, nobody waits for this one any more.
  work.catch(() => undefined)
  try {
    return await Promise.race([work, ended])
  } finally {
    over.removeEventListener('abort', stop)
  }
}

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'
