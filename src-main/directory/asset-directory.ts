import type { CommandValue } from '#shared/bridge/commands'
import type { ListLookupResult, LookupResult } from '#shared/model/locks/lookup-result'
import type { RegisteredEnterprise } from '#shared/bridge/enterprise-commands'
import { sliceOf } from '#shared/model/slices'
import type { Slice } from '#shared/model/slices'
import type { AssetSlice, AssetsFound } from '#shared/bridge/list-commands'
import type { Licenses, LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber, isShellNumber, mayBeAssetNumber } from '#shared/model/locks/shell-number'
import type { TimeReading } from '#shared/model/api/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { ping } from '../platform/ping'
import { createAssetCache } from './asset-cache'
import type { ChangedAsset, ReadGeneration } from './optimistic-overlay'
import { createRunOnceScheduler, mapWithConcurrency, runTimeSliced } from '../util/async'
import { findRecords } from './find-records'
import { emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import { licensesOf } from './licenses'
import { findSimilarRecords, variantsPerNumber } from './similar-records'
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
/** Background reads take at most a twentieth of the time. */
const idleFactor = 20
/** Enterprises read in parallel; each has several lists. */
const maxConcurrentReads = 8
/** Numbers per time slice; fewer if there are many enterprises to search. */
const numbersPerStep = 100
const lookupsPerStep = 10_000
/** Numbers × lists; above it, a combined index is built. */
const maxComparisons = 100_000

/** Licenses are kept for so long, for confirmations, */
const licensesFreshMs = 10 * 60_000
/** and of so many assets. */
const maxReadLicenses = 1_000

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

  /** By asset ID, oldest first. */
  const readLicenses = new Map<string, { readonly licenses: Licenses; readonly readAt: number }>()

  const enterpriseIds = () => register.list().map(({ enterpriseGlobalId }) => enterpriseGlobalId)

  const refreshUnlessFresh = async (
    enterpriseGlobalIds: readonly string[],
  ): Promise<PlatformFailure | null> => {
    const failures = await mapWithConcurrency(enterpriseGlobalIds, maxConcurrentReads, (id) => {
      const { readAt, failure } = cache.cached(id)
      const isFresh = failure === null && readAt !== null && now() - readAt < freshnessMs
      return isFresh ? Promise.resolve(null) : cache.refresh(id)
    })
    return failures.find((failure) => failure !== null) ?? null
  }

  const indexesOf = (ids: readonly string[]): readonly RecordIndex[] =>
    ids.map((id) => cache.cached(id).index).filter((index) => index !== emptyIndex)
  const findIn = (indexes: readonly RecordIndex[], input: string): readonly LockRecord[] | null => {
    const number = foldNumber(input)
    const found = new Set<LockRecord>()
    // The digits may be one asset's whole number and another asset's shell number.
    if (isShellNumber(number)) {
      for (const index of indexes) for (const record of index.byShellNumber(number)) found.add(record)
    }
    // Several records may differ only in case; the user chooses one.
    for (const index of indexes) for (const record of index.byFolded(number)) found.add(record)
    // A plausible asset number that is not listed is “not listed”; anything else is invalid.
    return found.size > 0 || mayBeAssetNumber(number) ? [...found] : null
  }
  const find = (input: string) => findIn(indexesOf(enterpriseIds()), input)

  const anyFailure = () =>
    enterpriseIds()
      .map((id) => cache.cached(id).failure)
      .find((failure) => failure !== null) ?? null

  const countUnread = () => enterpriseIds().filter((id) => cache.cached(id).readAt === null).length

  let combinedIndex: RecordIndex | null = null
  let indexGeneration = 0
  const dropCombinedIndex = () => {
    combinedIndex = null
    indexGeneration += 1
  }
  /** Version of the register; the age and failure of a list do not change it. */
  let version = 0
  const unsubscribes = [
    cache.onRefreshed(dropCombinedIndex),
    register.onChange(dropCombinedIndex),
    register.onChange(() => void (version += 1)),
  ]
  /** For many numbers in thousands of lists, building one combined index is faster than querying every index. */
  function* indexesFor(count: number): Generator<undefined, readonly RecordIndex[]> {
    const ids = enterpriseIds()
    const indexes = indexesOf(ids)
    if (indexes.length * count <= maxComparisons) return indexes
    if (combinedIndex !== null) return [combinedIndex]
    const before = indexGeneration
    const combined = yield* indexRecords(ids.flatMap((id) => cache.cached(id).records))
    if (before === indexGeneration) combinedIndex = combined
    return [combined]
  }

  function* similarTo(
    indexes: readonly RecordIndex[],
    input: string,
  ): Generator<undefined, { readonly near?: readonly LockRecord[] }> {
    const found = yield* findSimilarRecords(indexes, foldNumber(input))
    return found.length === 0 ? {} : { near: found.map(cache.withLocalChanges) }
  }
  function* similarToNumber(input: string): ReturnType<typeof similarTo> {
    return yield* similarTo(yield* indexesFor(variantsPerNumber), input)
  }

  function* lookUpSequentially(
    numbers: readonly string[],
    withSimilar: boolean,
  ): Generator<undefined, ListLookupResult[]> {
    const indexes = yield* indexesFor(numbers.length)
    let similarIndexes: readonly RecordIndex[] | null = null
    const results: ListLookupResult[] = []
    const lookupsPerIndex = Math.floor(lookupsPerStep / Math.max(1, indexes.length))
    const step = Math.max(1, Math.min(numbersPerStep, lookupsPerIndex))
    for (const [row, number] of numbers.entries()) {
      if (row % step === 0) yield
      const found = findIn(indexes, number)
      const [record, second] = found ?? []
      if (found === null) results.push({ state: 'not-a-number' })
      else if (record === undefined && !withSimilar) results.push({ state: 'not-listed' })
      else if (record === undefined) {
        similarIndexes ??= yield* indexesFor(numbers.length * variantsPerNumber)
        results.push({ state: 'not-listed', ...(yield* similarTo(similarIndexes, number)) })
      } else if (second === undefined)
        results.push({ state: 'found', record: cache.withLocalChanges(record) })
      else results.push({ state: 'ambiguous', records: found.map(cache.withLocalChanges) })
    }
    return results
  }

  const toRegistered = (enterprise: KnownEnterprise): RegisteredEnterprise => {
    const { records, readAt, failure } = cache.cached(enterprise.enterpriseGlobalId)
    return { ...enterprise, assets: readAt === null ? null : records.length, readAt, failure }
  }

  let searching = new AbortController()
  const search = async (text: string, limit: number): Promise<AssetsFound> => {
    searching.abort()
    const searchController = new AbortController()
    searching = searchController
    const lists = enterpriseIds().map((id) => cache.cached(id).records)
    const found = await runTimeSliced(findRecords(lists, text, limit), searchController.signal).catch(
      (error: unknown) => {
        if (searchController.signal.aborted) return null
        throw error
      },
    )
    return found === null
      ? { state: 'superseded' }
      : { state: 'found', rows: found.rows.map(cache.withLocalChanges), total: found.total }
  }

  const refreshAll = async (): Promise<void> => {
    const ids = enterpriseIds()
    // Without enterprises there is no list to read, so ping the platform.
    if (ids.length === 0) await ping(client, stopping.signal)
    await mapWithConcurrency(ids, maxConcurrentReads, cache.refresh)
  }

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
      const before = find(number)
      let failure: PlatformFailure | null = null
      const first = before?.[0]
      if (freshness === 'fresh' && before !== null) {
        const ids = first === undefined ? enterpriseIds() : before.map((record) => record.enterpriseGlobalId)
        failure = await refreshUnlessFresh([...new Set(ids)])
        // The lock may have moved to another enterprise meanwhile.
        if (first !== undefined && find(number)?.length === 0)
          failure = await refreshUnlessFresh(enterpriseIds())
      } else if (freshness === 'fresh') {
        // The number has an unusual form, but a list may contain it as an asset number.
        failure = await refreshUnlessFresh(enterpriseIds())
      }
      const found = find(number)
      if (found === null) return { state: 'not-a-number' }
      const [record, second] = found
      if (record === undefined) {
        return {
          state: 'not-listed',
          ...(await runTimeSliced(similarToNumber(number))),
          enterprises: register.list().length,
          unread: countUnread(),
          failure: failure ?? anyFailure(),
        }
      }
      return second === undefined
        ? { state: 'found', record: cache.withLocalChanges(record), failure }
        : { state: 'ambiguous', records: found.map(cache.withLocalChanges) }
    },
    lookUpMany: async (numbers, freshness, withSimilar = true) => {
      if (freshness === 'fresh') await refreshUnlessFresh(enterpriseIds())
      if (freshness === 'now') await mapWithConcurrency(enterpriseIds(), maxConcurrentReads, cache.reread)
      const results = await runTimeSliced(lookUpSequentially(numbers, withSimilar))
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
    probe: async () => {
      const [id] = enterpriseIds()
      return id === undefined ? ping(client, stopping.signal) : cache.refresh(id)
    },
    licenses: async (assetId) => {
      const answer = await client.call('member.listAssetProducts', { path: { assetId } })
      if (!answer.ok) return answer
      const licenses = licensesOf(answer.value, times())
      readLicenses.delete(assetId)
      readLicenses.set(assetId, { licenses, readAt: now() })
      for (const oldest of [...readLicenses.keys()].slice(0, readLicenses.size - maxReadLicenses))
        readLicenses.delete(oldest)
      return succeed(licenses)
    },
    knownLicenses: (assetId) => {
      const read = readLicenses.get(assetId)
      return read !== undefined && now() - read.readAt <= licensesFreshMs ? read.licenses : null
    },
    list: cache.slice,
    search,
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
      stopping.abort()
      searching.abort()
      for (const unsubscribe of unsubscribes) unsubscribe()
      cache.stop()
    },
  }
}
