import { businessCodes, isBusinessCode } from '#shared/model/api/business-codes'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { maxPauseMs, unlessAborted } from '../../util/async'
import type { BackOff } from '../../util/async'

/** Codes 500, 80001 and 33009 report a platform fault, so the job must not resume yet. */
const isPlatformFault = ({ businessCode }: PlatformFailure): boolean =>
  businessCode !== undefined &&
  isBusinessCode(businessCode) &&
  businessCodes[businessCode].changed === 'unknown'

/**
 * Whether the job may be retried. The probe reads one enterprise's lists, which may be rejected while all else
 * works, so a rejection counts as a response. If both the job's and the probe's tokens were rejected, only a
 * retry of the job can tell.
 */
const mayRetry = (failure: PlatformFailure | null, reason: PlatformFailure, waitedMs: number): boolean => {
  if (failure === null) return true
  if (failure.code === 'refused') return !isPlatformFault(failure)
  if (failure.code !== 'unauthorized' || failure.missing !== undefined) return false
  return reason.code !== 'unauthorized' || waitedMs >= maxPauseMs
}

/**
 * Probes the platform with growing delays until it responds or the signal aborts. If the job fails the same way
 * again, the delays continue to grow.
 */
export const waitForPlatform = async (deps: {
  /** One small read; null if it succeeded. */
  probe: () => Promise<PlatformFailure | null>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
  /** Why the job paused. */
  why: PlatformFailure
  backOff: BackOff
}): Promise<void> => {
  const { probe, pause, signal, why: reason, backOff } = deps
  const isAborted = () => signal.aborted
  while (!isAborted()) {
    // What a gateway asks for is a minimum.
    const waitedMs = Math.max(backOff.next(), reason.retryAfterMs ?? 0)
    await pause(waitedMs, signal)
    if (isAborted()) return
    try {
      // A probe may take its full deadline; aborting does not wait for it.
      if (mayRetry(await unlessAborted(signal, probe()), reason, waitedMs)) return
    } catch (error) {
      if (!isAborted()) throw error
    }
  }
}
