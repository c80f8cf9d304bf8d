import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { mapWithConcurrency } from '../../util/async'

/** Older data are read again before a row is sent. */
export const maxDataAgeMs = 10 * 60_000
const maxConcurrentReads = 8

export interface Clocks {
  readonly now: () => number
  /** A monotonic clock, in ms. */
  readonly ticks: () => number
}

/** Reads lists of enterprises again that are too old to send rows by, each at most once in ten minutes. */
export const createOldLists = ({
  readAtOf,
  refresh,
  now,
  ticks,
}: Clocks & {
  /** When the enterprise's list was read; null if it was not, and then it is not read for a job. */
  readonly readAtOf: (enterpriseGlobalId: string) => number | null
  readonly refresh: (enterpriseGlobalId: string) => Promise<PlatformFailure | null>
}) => {
  /** When a list was read for a job, by enterprise and the monotonic clock. */
  const readTicks = new Map<string, number>()

  /** The wall clock may be set; then a list counts as old once. */
  const isOld = (id: string): boolean => {
    const readTick = readTicks.get(id)
    if (readTick !== undefined && ticks() - readTick < maxDataAgeMs) return false
    const readAt = readAtOf(id)
    if (readAt === null) return false
    const age = now() - readAt
    return age < 0 || age > maxDataAgeMs
  }

  const readAgain = async (id: string): Promise<PlatformFailure | null> => {
    const failure = await refresh(id)
    if (failure === null) readTicks.set(id, ticks())
    return failure
  }

  return {
    readAtOf,
    /** A failure if a list could not be read, so that nothing is known about its rows. */
    readOld: async (ids: readonly string[]): Promise<PlatformFailure | null> => {
      const failures = await mapWithConcurrency(
        [...new Set(ids)].filter(isOld),
        maxConcurrentReads,
        readAgain,
      )
      return failures.find((one) => one !== null) ?? null
    },
  }
}
