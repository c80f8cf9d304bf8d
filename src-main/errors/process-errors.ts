interface Process {
  on(event: 'uncaughtException', listener: (error: unknown) => void): unknown
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown
}

export interface ProcessErrors {
  /** Calls the listener once at the first error, or immediately if one already happened. */
  onFirst(listener: () => void): void
}

/**
 * After an uncaught exception or unhandled rejection the state of main is undefined, so no further change may
 * start. A rejection counts too (Node exits for either): it may have interrupted the task that records a
 * result. Main keeps running so that pending responses are still recorded; a change without a result becomes
 * unconfirmed at the next start.
 */
export const watchProcess = (on: Process, logError: (what: string, facts: object) => void): ProcessErrors => {
  let hasFailed = false
  const listeners: (() => void)[] = []
  const call = (listener: () => void) => {
    // An error thrown here would trigger the handler again without end.
    try {
      listener()
    } catch (error) {
      logError('an error could not be reported', { error })
    }
  }
  const handle = (what: string, facts: object) => {
    logError(what, facts)
    if (hasFailed) return
    hasFailed = true
    for (const listener of listeners) call(listener)
  }
  on.on('uncaughtException', (error) => handle('uncaught exception', { error }))
  on.on('unhandledRejection', (reason) => handle('unhandled rejection', { reason }))
  return {
    onFirst: (listener) => {
      if (hasFailed) call(listener)
      else listeners.push(listener)
    },
  }
}
