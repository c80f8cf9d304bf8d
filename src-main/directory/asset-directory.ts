import type { CommandValue } from '#shared/bridge/commands'
import type { LookupResult } from '#shared/model/locks/lookup-result'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import type { AssetSlice, AssetsFound } from '#shared/bridge/list-commands'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { isRecent } from '#shared/model/recent'
import type { PlatformClient } from '../platform/client'
import { ping } from '../platform/ping'
import { createAssetCache } from './asset-cache'
import type { ChangedAsset, ReadGeneration } from './optimistic-overlay'
import { createBackOff, createRunOnceScheduler, mapWithConcurrency, runTimeSliced } from '../util/async'
import { createRecordSearch } from './record-search'
import { createNumberLookup } from './number-lookup'
import { createLicenseReads } from './read-licenses'
import type { EmployeeDirectory } from './employee-directory'
import type { KnownEnterprise, EnterpriseList } from './enterprise-list'

export interface AssetDirectory {
  /** Looks up one exact number: a shell number or a complete asset number, never a part. */
  lookUp(number: string, freshness: 'known' | 'fresh'): Promise<LookupResult>
  /** Looks up many numbers after one refresh of the lists, or with `now` a read that starts now; results are in order. */
  lookUpMany(
    numbers: readonly string[],
    freshness: 'known' | 'fresh' | 'now',
    /** Looking for similar numbers takes most of the time. */
    withSimilar?: boolean,
  ): Promise<CommandValue<'locks/look-up-many'>>
  /** The asset's record as last read, without changes applied on this computer, because it serves as evidence. */
  known(assetNum: string, enterpriseGlobalId: string | null): LockRecord | null
  /** Like `known`, with the confirmed changes of this computer that the list does not show yet. */
  current(assetNum: string, enterpriseGlobalId: string): LockRecord | null
  /** Reads an enterprise's lists now; concurrent calls share one read. */
  refresh(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** Like `refresh`, but never shares a read that started before this call, so that it shows a preceding change. */
  reread(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  refreshAll(): Promise<void>
  /** Reads the lists again that the platform did not answer; it is back. */
  retryUnanswered(): void
  /** Tests whether the platform responds by reading one enterprise's lists; null if it does. */
  probe(): Promise<PlatformFailure | null>
  licenses(assetId: string): Promise<Outcome<Licenses, PlatformFailure>>
  /** The licenses if they were read a few minutes ago, else null; starts no read. */
  knownLicenses(assetId: string): Licenses | null
  /** Cached rows of one enterprise, or of all registered ones if null. */
  list(enterpriseGlobalId: string | null, from: number, limit: number): AssetSlice
  /** Searches cached records for a part of a number; a newer search cancels a running one. */
  search(text: string, limit: number): Promise<AssetsFound>
  /** All registered enterprises, or those in `ids`. */
  enterprises(ids?: readonly string[]): readonly RegisteredEnterprise[]
  /** A slice of the register, which may have 100,000 entries. */
  registered(from: number, limit: number): Slice<RegisteredEnterprise>
  /** Adds records persisted by an earlier run, used with their age until the list is read. */
  seed(enterpriseGlobalId: string, records: readonly LockRecord[], readAt: number): Promise<void>
  onRefreshed(listener: (enterpriseGlobalId: string) => void): () => void
  /** The current read generation: a read that starts later includes all changes up to now. */
  readGeneration(): ReadGeneration
  /** Applies confirmed changes of this computer to lookups and lists until a later read replaces them. */
  applyChanges(changed: readonly ChangedAsset[]): void
  /** Called with the enterprises whose assets changed. */
  onLocalChange(listener: (enterpriseGlobalIds: readonly string[]) => void): () => void
  stop(): void
}

/** A “fresh” lookup accepts lists this recent, so that ten locks plugged in at once cause one read. */
const freshnessMs = 2_000
/** Background refresh, so that a plugged-in lock's record appears without waiting for the platform. */
const refreshEveryMs = 60_000
/** The pause after a retry that the platform did not answer either; each further one takes twice as long. */
const firstRetryPauseMs = 2_000
const maxRetryPauseMs = 30_000
/** Background reads take at most a twentieth of the time. */
const idleFactor = 20
/** Enterprises read in parallel; each has several lists. */
const maxConcurrentReads = 8

/** Looks up shell and asset numbers in the asset lists of the registered enterprises. */
export const createAssetDirectory = (deps: {
  client: PlatformClient
  register: EnterpriseList
  employees: EmployeeDirectory
  times: () => TimeReading
  now?: () => number
}): AssetDirectory => {
  const { client, register, employees, times } = deps
  const now = deps.now ?? Date.now
  const stopping = new AbortController()
  const cache = createAssetCache({ client, register, employees, times, now })
  const licenses = createLicenseReads({ client, times, now })
  const numbers = createNumberLookup({ register, cache })

  const enterpriseIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)
  const search = createRecordSearch({
    lists: () => enterpriseIds().map((id) => cache.cached(id).records),
    withLocalChanges: cache.withLocalChanges,
  })

  const refreshUnlessFresh = async (
    enterpriseGlobalIds: readonly string[],
  ): Promise<PlatformFailure | null> => {
    const failures = await mapWithConcurrency(enterpriseGlobalIds, maxConcurrentReads, (id) => {
      const { readAt, failure } = cache.cached(id)
      const isFresh = failure === null && readAt !== null && isRecent(readAt, now(), freshnessMs)
      return isFresh ? Promise.resolve(null) : cache.refresh(id)
    })
    return failures.find((failure) => failure !== null) ?? null
  }

  const anyFailure = () =>
    enterpriseIds()
      .map((id) => cache.cached(id).failure)
      .find((failure) => failure !== null) ?? null

  const countUnread = () => enterpriseIds().filter((id) => cache.cached(id).readAt === null).length

  /** Version of the register; the age and failure of a list do not change it. */
  let version = 0
  const unsubscribe = register.onChange(() => void (version += 1))

  const toRegistered = (enterprise: KnownEnterprise): RegisteredEnterprise => {
    const { records, readAt, failure } = cache.cached(enterprise.enterpriseGlobalId)
    return { ...enterprise, assets: readAt === null ? null : records.length, readAt, failure }
  }

  const readAll = async (): Promise<void> => {
    const ids = enterpriseIds()
    // Without enterprises there is no list to read, so ping the platform.
    if (ids.length === 0) await ping(client, stopping.signal)
    await mapWithConcurrency(ids, maxConcurrentReads, cache.refresh)
  }
  let allRead: Promise<unknown> = Promise.resolve()
  const refreshAll = (): Promise<void> => {
    const reading = readAll()
    allRead = reading.catch(() => undefined)
    return reading
  }

  /** Counted as they are read: each response of the platform asks for them, and there may be 100,000 enterprises. */
  const unanswered = new Set<string>()
  const unsubscribeReads = cache.onRefreshed((id) => {
    const code = cache.cached(id).failure?.code
    if (code === 'unreachable' || code === 'timeout') unanswered.add(id)
    else unanswered.delete(id)
  })
  const retryPauses = createBackOff(firstRetryPauseMs, maxRetryPauseMs)
  let retryFrom = 0
  let isRetrying = false
  const readUnanswered = async (): Promise<void> => {
    isRetrying = true
    // A list whose turn is still to come is not read twice.
    await allRead
    await mapWithConcurrency([...unanswered], maxConcurrentReads, async (id) => {
      if (stopping.signal.aborted) return
      if (cache.registered(id) === undefined) unanswered.delete(id)
      else if (unanswered.has(id)) await cache.refresh(id)
    })
    if (unanswered.size === 0) retryPauses.reset()
    else retryFrom = performance.now() + retryPauses.next()
    isRetrying = false
  }
  const retrying = createRunOnceScheduler(() => void readUnanswered())

  const refreshing = createRunOnceScheduler(() => {
    const startedAt = performance.now()
    void refreshAll().finally(() => {
      const rest = (performance.now() - startedAt) * idleFactor
      if (!stopping.signal.aborted) refreshing.schedule(Math.max(refreshEveryMs, rest))
    })
  })
  refreshing.schedule(refreshEveryMs)

  return {
    lookUp: async (number, freshness) => {
      const before = numbers.find(number)
      let failure: PlatformFailure | null = null
      const first = before?.[0]
      if (freshness === 'fresh' && before !== null) {
        const ids = first === undefined ? enterpriseIds() : before.map((record) => record.enterpriseGlobalId)
        failure = await refreshUnlessFresh([...new Set(ids)])
        // The lock may have moved to another enterprise meanwhile.
        if (first !== undefined && numbers.find(number)?.length === 0)
          failure = await refreshUnlessFresh(enterpriseIds())
      } else if (freshness === 'fresh') {
        // The number has an unusual form, but a list may contain it as an asset number.
        failure = await refreshUnlessFresh(enterpriseIds())
      }
      const found = numbers.find(number)
      if (found === null) return { state: 'not-a-number' }
      const [record, second] = found
      if (record === undefined) {
        return {
          state: 'not-listed',
          ...(await runTimeSliced(numbers.similarTo(number))),
          enterprises: register.list().length,
          unread: countUnread(),
          failure: failure ?? anyFailure(),
        }
      }
      return second === undefined
        ? { state: 'found', record: cache.withLocalChanges(record), failure }
        : { state: 'ambiguous', records: found.map(cache.withLocalChanges) }
    },
    lookUpMany: async (wanted, freshness, withSimilar = true) => {
      if (freshness === 'fresh') await refreshUnlessFresh(enterpriseIds())
      if (freshness === 'now') await mapWithConcurrency(enterpriseIds(), maxConcurrentReads, cache.reread)
      const results = await runTimeSliced(numbers.findEach(wanted, withSimilar))
      return {
        results,
        enterprises: register.list().length,
        unread: countUnread(),
        failure: anyFailure(),
      }
    },
    known: (assetNum, enterpriseGlobalId) => {
      for (const id of enterpriseGlobalId === null ? enterpriseIds() : [enterpriseGlobalId]) {
        const [record] = cache.cached(id).index.byAssetNum(assetNum)
        if (record !== undefined) return cache.withEmployeeName(record)
      }
      return null
    },
    current: (assetNum, enterpriseGlobalId) => {
      const [record] = cache.cached(enterpriseGlobalId).index.byAssetNum(assetNum)
      return record === undefined ? null : cache.withLocalChanges(record)
    },
    refresh: cache.refresh,
    reread: cache.reread,
    refreshAll,
    retryUnanswered: () => {
      if (unanswered.size > 0 && !isRetrying && !stopping.signal.aborted)
        retrying.schedule(Math.max(0, retryFrom - performance.now()))
    },
    probe: async () => {
      const [id] = enterpriseIds()
      return id === undefined ? ping(client, stopping.signal) : cache.refresh(id)
    },
    licenses: licenses.read,
    knownLicenses: licenses.known,
    list: cache.slice,
    search: search.find,
    enterprises: (ids) =>
      (ids?.flatMap((id) => cache.registered(id) ?? []) ?? register.list()).map(toRegistered),
    registered: (from, limit) => {
      const part = sliceOf(register.list(), version, from, limit)
      return { ...part, rows: part.rows.map(toRegistered) }
    },
    seed: cache.seed,
    onRefreshed: cache.onRefreshed,
    readGeneration: cache.readGeneration,
    applyChanges: cache.applyChanges,
    onLocalChange: cache.onLocalChange,
    stop: () => {
      refreshing.cancel()
      retrying.cancel()
      unsubscribeReads()
      stopping.abort()
      search.stop()
      unsubscribe()
      numbers.stop()
      cache.stop()
    },
  }
}
