import type { AssetSlice } from '#shared/bridge/list-commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createEmitter } from '../util/emitter'
import { buildRecords } from './build-records'
import { createOptimisticOverlay } from './optimistic-overlay'
import type { ChangedAsset, ReadGeneration } from './optimistic-overlay'
import { raceTimeout, runTimeSliced } from '../util/async'
import { areSameRecords, emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import type { EmployeeDirectory } from './employee-directory'
import { readLists } from './read-lists'
import type { KnownEnterprise, EnterpriseList } from './enterprise-list'

/** The last read assets of one enterprise. Replaced as a whole. */
export interface CachedAssets {
  readonly records: readonly LockRecord[]
  readonly index: RecordIndex
  /** Changes whenever the records change. */
  readonly version: number
  readonly readAt: number | null
  readonly failure: PlatformFailure | null
}

export interface AssetCache {
  readonly cached: (enterpriseGlobalId: string) => CachedAssets
  readonly registered: (enterpriseGlobalId: string) => KnownEnterprise | undefined
  /** Adds the current name of the employee. */
  readonly withEmployeeName: (record: LockRecord) => LockRecord
  /** Like `withEmployeeName`, and applies changes made on this computer since the list was read. */
  readonly withLocalChanges: (record: LockRecord) => LockRecord
  readonly slice: (enterpriseGlobalId: string | null, from: number, limit: number) => AssetSlice
  /** Reads the enterprise's lists; concurrent calls share one read. */
  readonly refresh: (enterpriseGlobalId: string) => Promise<PlatformFailure | null>
  /** Like `refresh`, but never shares a read that started before this call. */
  readonly reread: (enterpriseGlobalId: string) => Promise<PlatformFailure | null>
  /** Adds records persisted by an earlier run, used until the list is read. */
  readonly seed: (enterpriseGlobalId: string, records: readonly LockRecord[], readAt: number) => Promise<void>
  readonly onRefreshed: (listener: (enterpriseGlobalId: string) => void) => () => void
  /** The current read generation: a read that starts later includes all changes up to now. */
  readonly readGeneration: () => ReadGeneration
  /** Applies confirmed changes of this computer until a later read replaces them. */
  readonly applyChanges: (changed: readonly ChangedAsset[]) => void
  /** Called with the enterprises whose assets changed. */
  readonly onLocalChange: (listener: (enterpriseGlobalIds: readonly string[]) => void) => () => void
  readonly stop: () => void
}

const emptyCache: CachedAssets = { records: [], index: emptyIndex, version: 0, readAt: null, failure: null }

/** A lookup waits this long for employee names; on large lists they arrive later. */
const namesTimeoutMs = 1_000

/**
 * Caches the asset lists of the registered enterprises. Each list is read and indexed completely before it
 * replaces the previous one.
 */
export const createAssetCache = (deps: {
  client: PlatformClient
  register: EnterpriseList
  employees: EmployeeDirectory
  times: () => TimeReading
  now: () => number
}): AssetCache => {
  const { client, register, employees, times, now } = deps
  const stopping = new AbortController()
  const { signal } = stopping
  const cache = new Map<string, CachedAssets>()
  const pendingReads = new Map<string, Promise<PlatformFailure | null>>()
  const listeners = createEmitter<string>()
  const overlay = createOptimisticOverlay()
  const localChanges = createEmitter<readonly string[]>()
  /** Version over all enterprises. */
  let version = 0

  const nextVersion = () => (version += 1)
  const cached = (enterpriseGlobalId: string) => cache.get(enterpriseGlobalId) ?? emptyCache
  let listed: readonly KnownEnterprise[] = []
  let byId: ReadonlyMap<string, KnownEnterprise> = new Map()
  const registered = (enterpriseGlobalId: string) => {
    const now = register.list()
    if (now !== listed) {
      listed = now
      byId = new Map(now.map((known) => [known.enterpriseGlobalId, known]))
    }
    return byId.get(enterpriseGlobalId)
  }

  const store = (enterpriseGlobalId: string, changed: CachedAssets) => {
    // Ignored if the enterprise was removed from the register meanwhile.
    if (!signal.aborted && registered(enterpriseGlobalId) !== undefined)
      cache.set(enterpriseGlobalId, changed)
  }

  const read = async (enterprise: KnownEnterprise): Promise<PlatformFailure | null> => {
    const { enterpriseGlobalId } = enterprise
    const generation = overlay.startRead()
    const lists = await readLists(client, enterpriseGlobalId, signal)
    if (!lists.ok) {
      store(enterpriseGlobalId, { ...cached(enterpriseGlobalId), failure: lists.error })
      return lists.error
    }
    const { assets, members } = lists.value
    if (members !== null) await raceTimeout(employees.ready(enterpriseGlobalId), namesTimeoutMs)
    const readAt = now()
    const records = await runTimeSliced(buildRecords(enterprise, assets, members, times(), readAt), signal)
    const index = await runTimeSliced(indexRecords(records), signal)
    const previous = cached(enterpriseGlobalId)
    const isSame =
      previous.readAt !== null && (await runTimeSliced(areSameRecords(previous.records, records), signal))
    const hadLocalChanges = overlay.listRead(enterpriseGlobalId, generation)
    store(enterpriseGlobalId, {
      records,
      index,
      // Read again: a change may have been applied during the comparison.
      version: isSame && !hadLocalChanges ? cached(enterpriseGlobalId).version : nextVersion(),
      readAt,
      failure: null,
    })
    return null
  }

  const refresh = (enterpriseGlobalId: string): Promise<PlatformFailure | null> => {
    const running = pendingReads.get(enterpriseGlobalId)
    if (running !== undefined) return running
    const enterprise = registered(enterpriseGlobalId)
    if (enterprise === undefined) return Promise.resolve(null)
    const started = read(enterprise)
      .catch((error: unknown) => {
        if (signal.aborted) return null
        throw error
      })
      .finally(() => {
        pendingReads.delete(enterpriseGlobalId)
        if (!signal.aborted) listeners.emit(enterpriseGlobalId)
      })
    pendingReads.set(enterpriseGlobalId, started)
    return started
  }

  const unsubscribeRegister = register.onChange(() => {
    nextVersion()
    for (const id of cache.keys()) {
      if (registered(id) !== undefined) continue
      cache.delete(id)
      overlay.forget(id)
    }
  })
  /** Marks the same records as changed; returns false if there are none. */
  const bumpVersion = (enterpriseGlobalId: string): boolean => {
    const known = cache.get(enterpriseGlobalId)
    if (known !== undefined) cache.set(enterpriseGlobalId, { ...known, version: nextVersion() })
    return known !== undefined
  }
  const unsubscribeNames = employees.onNames((enterpriseGlobalId) => {
    if (bumpVersion(enterpriseGlobalId)) listeners.emit(enterpriseGlobalId)
  })

  const withEmployeeName = (record: LockRecord): LockRecord => {
    const { holder, enterpriseGlobalId } = record
    if (holder === null) return record
    const name = employees.names(enterpriseGlobalId).get(holder.memberGlobalId) ?? holder.name
    return { ...record, holder: { memberGlobalId: holder.memberGlobalId, name } }
  }

  const withLocalChanges = (record: LockRecord): LockRecord => {
    const changed = overlay.confirmedStateOf(record)
    // If two assets share a number, the change cannot be attributed.
    const isUnique = () => cached(record.enterpriseGlobalId).index.byAssetNum(record.assetNum).length === 1
    return withEmployeeName(changed !== null && isUnique() ? { ...record, ...changed } : record)
  }

  return {
    cached,
    registered,
    withEmployeeName,
    withLocalChanges,
    slice: (enterpriseGlobalId, from, limit) => {
      const ids =
        enterpriseGlobalId === null
          ? register.list().map((known) => known.enterpriseGlobalId)
          : [enterpriseGlobalId]
      const listed = ids.map(cached)
      const rows: LockRecord[] = []
      let total = 0
      for (const { records } of listed) {
        const start = Math.max(0, from - total)
        for (const record of records.slice(start, start + limit - rows.length))
          rows.push(withLocalChanges(record))
        total += records.length
      }
      const readAts = listed.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
      return {
        rows,
        total,
        version: enterpriseGlobalId === null ? version : cached(enterpriseGlobalId).version,
        readAt: readAts.length === 0 ? null : Math.min(...readAts),
        failure: listed.find(({ failure }) => failure !== null)?.failure ?? null,
      }
    },
    refresh,
    reread: async (enterpriseGlobalId) => {
      await pendingReads.get(enterpriseGlobalId)
      return refresh(enterpriseGlobalId)
    },
    seed: async (enterpriseGlobalId, records, readAt) => {
      const index = await runTimeSliced(indexRecords(records), signal)
      const previous = cached(enterpriseGlobalId)
      if (previous.readAt !== null) return
      store(enterpriseGlobalId, { ...previous, records, index, version: nextVersion(), readAt })
      listeners.emit(enterpriseGlobalId)
    },
    onRefreshed: listeners.add,
    readGeneration: overlay.readGeneration,
    applyChanges: (changed) => {
      const ids = [...overlay.add(changed)].filter(bumpVersion)
      if (ids.length > 0) localChanges.emit(ids)
    },
    onLocalChange: localChanges.add,
    stop: () => {
      unsubscribeRegister()
      unsubscribeNames()
      stopping.abort()
    },
  }
}
