import type { SwitchAnswer } from '#shared/connect-commands'

/** The desk on one platform, with everything that hangs on it. */
export interface Session {
  readonly environmentId: string
  /** Changes without an answer, and jobs that still send. */
  busy(): { readonly onTheirWay: number; readonly jobs: number }
  /** Resolves when none of them sends any more. */
  pauseJobs(): Promise<void>
  stop(): Promise<void>
}

export interface SessionSwitch<Open extends Session> {
  /** Null while one platform is left for another: nothing may be asked of either then. */
  current(): Open | null
  /**
   * Leaves the open platform for another, or opens it anew. `busy` while changes are on their way: nothing is
   * interrupted that has no answer yet. `between` runs while nothing is open.
   */
  to(id: string, options: { pauseJobs: boolean; between?: () => Promise<void> }): Promise<SwitchAnswer>
  stop(): Promise<void>
}

/** One platform at a time: the old one has stopped before the new one begins. */
export const createSessionSwitch = <Open extends Session>(deps: {
  first: Open
  open: (id: string) => Promise<Open>
  /** The page must have forgotten what it showed before anything of the new platform reaches it. */
  onSwitched: (id: string) => Promise<void>
  onFault: (error: unknown) => void
}): SessionSwitch<Open> => {
  let current: Open | null = deps.first
  let last = deps.first
  let switching: Promise<unknown> = Promise.resolve()

  const leave = async (from: Open, id: string, between: () => Promise<void>): Promise<SwitchAnswer> => {
    current = null
    await from.stop()
    try {
      await between()
    } catch (error) {
      deps.onFault(error)
      last = await deps.open(from.environmentId)
      await deps.onSwitched(from.environmentId)
      current = last
      throw error
    }
    last = await deps.open(id)
    await deps.onSwitched(id)
    current = last
    return { state: 'switched' }
  }

  return {
    current: () => current,
    to: async (id, { pauseJobs, between = () => Promise.resolve() }) => {
      const from = current
      if (from === null) return { state: 'busy', onTheirWay: 0, jobs: 0 }
      if (pauseJobs) await from.pauseJobs()
      // Another request may have waited for the same.
      if (current !== from) return { state: 'busy', onTheirWay: 0, jobs: 0 }
      const { onTheirWay, jobs } = from.busy()
      if (onTheirWay > 0 || jobs > 0) return { state: 'busy', onTheirWay, jobs }
      const leaving = leave(from, id, between)
      switching = leaving.catch(() => undefined)
      return leaving
    },
    stop: async () => {
      await switching
      await last.stop()
    },
  }
}
