import type { SwitchResult } from '#shared/bridge/connect-commands'
import { isTimeout, withDeadline } from '../util/async'

/** What the switch needs of the open platform. */
export interface SwitchedSession {
  readonly savedPlatformId: string
  /** Changes without a response, and running jobs. */
  busy(): { readonly inFlight: number; readonly jobs: number }
  /** Resolves when no job sends any more. */
  pauseJobs(): Promise<void>
  stop(): Promise<void>
}

export interface PlatformSwitch<Open extends SwitchedSession> {
  /** Null while platforms are switched and when none could be opened; no request is possible then. */
  current(): Open | null
  /**
   * Switches to another platform or reopens the current one. Returns `busy` while changes have no response.
   * `between` runs while no platform is open. If it fails, the previous platform is reopened and the error
   * thrown.
   */
  to(id: string, options: { pauseJobs: boolean; between?: () => Promise<void> }): Promise<SwitchResult>
  stop(): Promise<void>
}

/** The time limit of each step, in ms. */
export interface SwitchLimits {
  readonly stop: number
  readonly between: number
  readonly open: number
  readonly page: number
}

const defaultLimits: SwitchLimits = { stop: 30_000, between: 5 * 60_000, open: 60_000, page: 60_000 }

const withLimit = <Value>(work: Promise<Value>, ms: number) => withDeadline(ms, null, () => work)

/** One platform at a time: the old session stops before the new one starts. */
export const createPlatformSwitch = <Open extends SwitchedSession>(deps: {
  first: Open
  open: (id: string) => Promise<Open>
  /** The page must be reset before it receives events of the new platform. */
  onSwitched: (id: string) => Promise<void>
  onError: (error: unknown) => void
  /** Reports a failed switch: the previous platform is open again, or none (null). */
  onFailed: (requestedId: string, opened: string | null, error: unknown) => void
  limits?: SwitchLimits
}): PlatformSwitch<Open> => {
  const { limits = defaultLimits, onError } = deps
  let current: Open | null = deps.first
  let last: Open | null = deps.first
  /** The platform to reopen after a failure. */
  let previousId = deps.first.savedPlatformId
  let isSwitching = false
  // A function, because TypeScript would assume that the variable does not change across an await.
  const isBusy = () => isSwitching
  let switching: Promise<unknown> = Promise.resolve()

  /** A session that exceeds its time limit was asked to stop and sends nothing more. */
  const stop = async (session: Open): Promise<void> => {
    if (last === session) last = null
    await withLimit(session.stop(), limits.stop).catch(onError)
  }

  const open = async (id: string): Promise<void> => {
    const opening = deps.open(id)
    let opened: Open
    try {
      opened = await withLimit(opening, limits.open)
    } catch (error) {
      // A session that opens too late must not run beside its replacement.
      if (isTimeout(error)) void opening.then(stop).catch(onError)
      throw error
    }
    last = opened
    try {
      await withLimit(deps.onSwitched(id), limits.page)
    } catch (error) {
      await stop(opened)
      throw error
    }
    current = opened
    previousId = id
  }

  /**
   * Never throws: if the previous platform cannot be reopened either, none is open, and the next switch opens
   * one.
   */
  const reopenPrevious = async (requestedId: string, failure: unknown): Promise<void> => {
    onError(failure)
    const before = previousId
    try {
      await open(before)
      deps.onFailed(requestedId, before, failure)
    } catch (error) {
      onError(error)
      deps.onFailed(requestedId, null, failure)
    }
  }

  const switchTo = async (id: string, between: () => Promise<void>): Promise<SwitchResult> => {
    const from = current
    current = null
    if (from !== null) await stop(from)
    try {
      await withLimit(between(), limits.between)
    } catch (error) {
      // `between` may still be working on files that an open platform would use.
      if (isTimeout(error)) {
        onError(error)
        deps.onFailed(id, null, error)
      } else await reopenPrevious(id, error)
      throw error
    }
    try {
      await open(id)
    } catch (error) {
      await reopenPrevious(id, error)
      throw error
    }
    return { state: 'switched' }
  }

  return {
    current: () => current,
    to: async (id, { pauseJobs, between = () => Promise.resolve() }) => {
      const busy = { state: 'busy', inFlight: 0, jobs: 0 } as const
      const from = current
      if (isBusy()) return busy
      if (pauseJobs) await from?.pauseJobs()
      // Another switch may have started during the wait.
      if (isBusy() || current !== from) return busy
      const { inFlight, jobs } = from?.busy() ?? { inFlight: 0, jobs: 0 }
      if (inFlight > 0 || jobs > 0) return { state: 'busy', inFlight, jobs }
      isSwitching = true
      const switchResult = switchTo(id, between).finally(() => (isSwitching = false))
      switching = switchResult.catch(() => undefined)
      return switchResult
    },
    stop: async () => {
      await switching
      if (last !== null) await stop(last)
    },
  }
}
