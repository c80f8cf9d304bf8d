import type { Licenses } from '#shared/model/locks/lock-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { isRecent } from '#shared/model/recent'
import type { PlatformClient } from '../platform/client'
import { licensesOf } from './licenses'

/** A confirmation shows the licenses that were read within this time. */
const licensesFreshMs = 10 * 60_000
/** Only the licenses of so many assets are kept: those that were read last. */
const maxReadLicenses = 1_000

/** Reads the licenses of single assets, and keeps the last ones for a while. */
export const createLicenseReads = (deps: {
  client: PlatformClient
  times: () => TimeReading
  now: () => number
}) => {
  const { client, times, now } = deps
  /** By asset ID, oldest first. */
  const kept = new Map<string, { readonly licenses: Licenses; readonly readAt: number }>()

  return {
    read: async (assetId: string): Promise<Outcome<Licenses, PlatformFailure>> => {
      const answer = await client.call('member.listAssetProducts', { path: { assetId } })
      if (!answer.ok) return answer
      const licenses = licensesOf(answer.value, times())
      kept.delete(assetId)
      kept.set(assetId, { licenses, readAt: now() })
      for (const oldest of [...kept.keys()].slice(0, kept.size - maxReadLicenses)) kept.delete(oldest)
      return succeed(licenses)
    },
    /** Null if they were not read in the last minutes; starts no read. */
    known: (assetId: string): Licenses | null => {
      const read = kept.get(assetId)
      return read !== undefined && isRecent(read.readAt, now(), licensesFreshMs) ? read.licenses : null
    },
  }
}
