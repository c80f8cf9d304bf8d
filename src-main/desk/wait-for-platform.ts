import { businessCodes, isBusinessCode } from '#shared/model/business-codes'
import type { PlatformFailure } from '#shared/platform-failure'

export const firstPauseMs = 1_000
const longestPauseMs = 30_000

/** The platform's own word that it is not well (500, 80001, 33009) is no answer to go on with. */
const isUnwell = ({ businessCode }: PlatformFailure): boolean =>
  businessCode !== undefined &&
  isBusinessCode(businessCode) &&
  businessCodes[businessCode].changed === 'unknown'

/**
 * Whether the job may be tried again. The probe reads the lists of one enterprise, which may be refused by itself while
 * everything else is well: a refusal is an answer. Where our tokens were refused before, and the probe's are too,
 * only the job itself can tell in the end.
 */
const mayTry = (met: PlatformFailure | null, why: PlatformFailure, waitedMs: number): boolean => {
  if (met === null) return true
  if (met.code === 'refused') return !isUnwell(met)
  if (met.code !== 'unauthorized' || met.missing !== undefined) return false
  return why.code !== 'unauthorized' || waitedMs >= longestPauseMs
}

/**
 * Asks the platform with growing pauses, from `firstMs` to 30 s, until it answers; ends early when the signal does.
 * Answers the pause to begin with where the job then meets the same again.
 */
export const waitForPlatform = async (deps: {
  /** One cheap read; null where it was answered. */
  probe: () => Promise<PlatformFailure | null>
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
  /** What the job met. */
  why: PlatformFailure
  firstMs: number
}): Promise<number> => {
  const { probe, pause, signal, why, firstMs } = deps
  const isOver = () => signal.aborted
  const cutShort = new Promise<'over'>((done) => {
    signal.addEventListener('abort', () => done('over'), { once: true })
  })
  let ms = firstMs
  while (!isOver()) {
    await pause(ms, signal)
    const waitedMs = ms
    ms = Math.min(ms * 2, longestPauseMs)
    if (isOver()) break
    // A probe may take its whole deadline; whoever says “go on” does not wait for it.
    const met = await Promise.race([probe(), cutShort])
    if (met === 'over' || mayTry(met, why, waitedMs)) break
  }
  return ms
}
