import type { Failure, Outcome } from '#shared/outcome'
import type { EnabledModel, PluggedLock, ReadFailureReason } from '#shared/model/plugged-lock'
import type { ShellNumber } from '#shared/model/shell-number'
import type { LockProfile } from './profile'

/** What a source goes by when it meets a device: the profiles in the order they are tried, and the enabled models. */
export interface Recognition {
  readonly profiles: readonly LockProfile[]
  readonly models: readonly EnabledModel[]
}

export type ReadingFailure = Failure<ReadFailureReason>

/** Where plugged-in locks come from: real ones over HID, or the simulated ones of the training tray. */
export interface LockSource {
  /** The newest first. */
  list(): readonly PluggedLock[]
  onChange(listener: (locks: readonly PluggedLock[]) => void): () => void
  /** Looks again at once and reads again what could not be read; for “try again” and for waking from sleep. */
  rescan(): void
  /** Other profiles or enabled models from now on; what is plugged in is matched against them again. */
  recognise(recognition: Recognition): void
  /**
   * Reads the shell number again, right before an action on it. `gone` when that plugging-in is over. The answer
   * may be another number than the one listed: the caller compares. When `signal` ends the wait, the failure is
   * `silent`; it never throws.
   */
  identify(plugId: string, signal: AbortSignal): Promise<Outcome<ShellNumber, ReadingFailure>>
  stop(): Promise<void>
}

/** The newest plugging-in first; of those that came in the same instant the order is kept. */
export const newestFirst = (locks: readonly PluggedLock[]): PluggedLock[] =>
  [...locks].sort((one, other) => other.pluggedAt - one.pluggedAt)
