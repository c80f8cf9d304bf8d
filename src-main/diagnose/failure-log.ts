import type { PlatformStatus } from '#shared/commands'
import type { PlatformFailureCode } from '#shared/platform-failure'

export interface PastFailure {
  readonly at: number
  readonly failure: PlatformFailureCode
}

export interface FailureLog {
  /** The last ones, the newest last. */
  list(): readonly PastFailure[]
  stop(): void
}

const most = 50

/** Remembers when the platform could not be reached or did not let us in, in memory only. */
export const createFailureLog = (monitor: {
  onChange(listener: (status: PlatformStatus) => void): () => void
}): FailureLog => {
  let failures: readonly PastFailure[] = []
  const stop = monitor.onChange(({ failure, checkedAt }) => {
    if (failure === null || checkedAt === null) return
    // The status is told again when something else about it changes.
    if (failures.at(-1)?.at === checkedAt) return
    failures = [...failures, { at: checkedAt, failure: failure.code }].slice(-most)
  })
  return { list: () => failures, stop }
}
