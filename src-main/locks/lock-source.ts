import { fail } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import type { EnabledModel, PluggedLock, ReadFailureReason } from '#shared/model/locks/plugged-lock'
import type { ShellNumber } from '#shared/model/locks/shell-number'
import type { LockProfile } from './profiles/profile'

/** How a source recognizes devices: the profiles in order, and the enabled models. */
export interface Recognition {
  readonly profiles: readonly LockProfile[]
  readonly models: readonly EnabledModel[]
}

export type ReadingFailure = Failure<ReadFailureReason>

/** A source of plugged-in locks: USB or the lock simulator. */
export interface LockSource {
  /** Resolves after the first scan; absent if there is nothing to scan. */
  readonly listed?: Promise<void>
  /** Newest first. */
  list(): readonly PluggedLock[]
  onChange(listener: (locks: readonly PluggedLock[]) => void): () => void
  /** Scans at once and retries failed reads; for “Read again” and after waking from sleep. */
  rescan(): void
  /** Replaces profiles and enabled models, and matches plugged-in devices again. */
  recognize(recognition: Recognition): void
  /**
   * Reads the shell number again right before an action. Fails with `gone` if that plug-in has ended. The
   * number may differ from the listed one: the caller compares. If `signal` aborts, the failure is `silent`.
   * Never throws.
   */
  identify(plugId: string, signal: AbortSignal): Promise<Outcome<ShellNumber, ReadingFailure>>
  stop(): Promise<void>
}

/** Newest plug-in first; the order of simultaneous ones is kept. */
export const newestFirst = (locks: readonly PluggedLock[]): PluggedLock[] =>
  [...locks].sort((one, other) => other.pluggedAt - one.pluggedAt)

/** Combines several sources: USB locks and simulated locks. */
export const combineLockSources = (...sources: readonly LockSource[]): LockSource => {
  const list = () => newestFirst(sources.flatMap((source) => source.list()))
  return {
    listed: Promise.all(sources.flatMap((source) => source.listed ?? [])).then(() => undefined),
    list,
    onChange: (listener) => {
      const unsubscribe = sources.map((source) => source.onChange(() => listener(list())))
      return () => {
        for (const end of unsubscribe) end()
      }
    },
    rescan: () => {
      for (const source of sources) source.rescan()
    },
    recognize: (recognition) => {
      for (const source of sources) source.recognize(recognition)
    },
    identify: async (plugId, signal) => {
      const holder = sources.find((source) => source.list().some((lock) => lock.plugId === plugId))
      return holder === undefined
        ? fail({ code: 'gone', message: 'This lock is no longer plugged in.' })
        : holder.identify(plugId, signal)
    },
    stop: async () => {
      await Promise.all(sources.map((source) => source.stop()))
    },
  }
}
