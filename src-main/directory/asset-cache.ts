import type { AssetSlice } from '#shared/bridge/list-commands'
import type { LockRecord } from '#shared/model/locks/lock-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createEmitter } from '../util/emitter'
import { createOptimisticOverlay } from './optimistic-overlay'
import type { ChangedAsset, ReadGeneration } from './optimistic-overlay'
import { runTimeSliced } from '../util/async'
import { areSameRecords, emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import type { EmployeeDirectory } from './employee-directory'
import { readRecords } from './read-records'
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

/** The rows of several lists, as if they were one. */
const rowsOf = (
  lists: readonly Pick<CachedAssets, 'records'>[],
  from: number,
  limit: number,
): { readonly rows: readonly LockRecord[]; readonly total: number } => {
  const rows: LockRecord[] = []
  let total = 0
  for (const { records } of lists) {
    const start = Math.max(0, from - total)
    for (const record of records.slice(start, start + limit - rows.length)) rows.push(record)
    total += records.length
  }
  return { rows, total }
}

/** The registered enterprise with an ID; searching the register for each would take too long. */
const createEnterpriseFinder = (register: Pick<EnterpriseList, 'list'>) => {
  let listed: readonly KnownEnterprise[] = []
  let byId: ReadonlyMap<string, KnownEnterprise> = new Map()
  return (enterpriseGlobalId: string): KnownEnterprise | undefined => {
    const present = register.list()
    if (present !== listed) {
      listed = present
      byId = new Map(present.map((known) => [known.enterpriseGlobalId, known]))
    }
    return byId.get(enterpriseGlobalId)
  }
}

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
  const registered = createEnterpriseFinder(register)

  const store = (enterpriseGlobalId: string, changed: CachedAssets) => {
    // Ignored if the enterprise was removed from the register meanwhile.
    if (!signal.aborted && registered(enterpriseGlobalId) !== undefined)
      cache.set(enterpriseGlobalId, changed)
  }

  const read = async (enterprise: KnownEnterprise): Promise<PlatformFailure | null> => {
    const { enterpriseGlobalId } = enterprise
    const generation = overlay.startRead()
    const outcome = await readRecords(enterprise, { client, employees, times, now }, signal)
    if (!outcome.ok) {
      store(enterpriseGlobalId, { ...cached(enterpriseGlobalId), failure: outcome.error })
      return outcome.error
    }
    const { records, index, readAt } = outcome.value
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
      const { rows, total } = rowsOf(listed, from, limit)
      const readAts = listed.flatMap(({ readAt }) => (readAt === null ? [] : [readAt]))
      return {
        rows: rows.map(withLocalChanges),
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
