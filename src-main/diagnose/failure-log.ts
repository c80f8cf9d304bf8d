import type { PlatformStatus } from '#shared/bridge/app-commands'
import type { PlatformFailureCode } from '#shared/model/api/platform-failure'

export interface PastFailure {
  readonly at: number
  readonly failure: PlatformFailureCode
}

export interface FailureLog {
  /** The last failures, newest last. */
  list(): readonly PastFailure[]
  stop(): void
}

const maxFailures = 50

/** Records when the platform was unreachable or denied access; in memory only. */
export const createFailureLog = (monitor: {
  onChange(listener: (status: PlatformStatus) => void): () => void
}): FailureLog => {
  let failures: readonly PastFailure[] = []
  const stop = monitor.onChange(({ failure, checkedAt }) => {
    // Without credentials nothing was asked of the platform.
    if (failure === null || failure.missing !== undefined || checkedAt === null) return
    // The status event repeats when other parts of it change.
    if (failures.at(-1)?.at === checkedAt) return
    failures = [...failures, { at: checkedAt, failure: failure.code }].slice(-maxFailures)
  })
  return { list: () => failures, stop }
}
