import type { EmployeesChanged, EmployeeSlice, EmployeesFound } from '#shared/bridge/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createRunOnceScheduler } from '../util/async'
import type { RunOnceScheduler } from '../util/async'
import { createEmitter } from '../util/emitter'
import { employeeRecord, readEmployeePage, readEmployeePages } from './read-employees'
import type { ListedEmployee } from './read-employees'

export interface EmployeeRequest {
  readonly enterpriseGlobalId: string
  readonly keyword: string
  readonly departmentId: string | null
  readonly pageNum: number
}

export interface EmployeeDirectory {
  /** Returns the employees read so far; starts a read if there are none or they are outdated. */
  list(enterpriseGlobalId: string, from: number, limit: number): EmployeeSlice
  /** The employees read so far; starts no read. */
  known(enterpriseGlobalId: string): readonly EmployeeRecord[]
  /** When the whole list was read last, in ms since 1970; null if it was not. */
  readAt(enterpriseGlobalId: string): number | null
  /** Known employee names by global ID. */
  names(enterpriseGlobalId: string): ReadonlyMap<string, string>
  /** Resolves when the list is current or its read failed. */
  ready(enterpriseGlobalId: string): Promise<void>
  /** Reads all pages now; concurrent calls share one read. */
  refresh(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** Like `refresh`, but restarts a running read, so that it shows a preceding change. */
  reread(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** Reads the lists again that the platform did not answer; it is back. */
  retryUnanswered(): void
  /** One page of the platform's search; a newer call for the same enterprise cancels a running one. */
  find(request: EmployeeRequest): Promise<Outcome<EmployeesFound, PlatformFailure>>
  onChange(listener: (changed: EmployeesChanged) => void): () => void
  /** Called when an employee was added, removed or renamed. */
  onNames(listener: (enterpriseGlobalId: string) => void): () => void
  stop(): void
}

interface Reading {
  /** Aborted to restart the read. */
  pages: AbortController
  count: number
  total: number | null
  over: Promise<PlatformFailure | null>
}

interface CachedEmployees {
  rows: EmployeeRecord[]
  names: ReadonlyMap<string, string>
  total: number | null
  isComplete: boolean
  version: number
  readAt: number | null
  failure: PlatformFailure | null
  /** When the last read ended, successful or not. */
  triedAt: number | null
  reading: Reading | null
  notifiedAt: number
  /** Attempts since the last success that `retryUnanswered` made. */
  retries: number
  readonly retrying: RunOnceScheduler
  readonly emitting: RunOnceScheduler
}

/** Employees change rarely and reading all pages takes long. */
const freshnessMs = 5 * 60_000
/** After a failure, the next request retries only after this delay. */
const retryDelayMs = 30_000
/** The first retry when the platform is back; each further one takes twice as long, up to `retryDelayMs`. */
const firstRetryMs = 2_000
/** Five times a second. */
const notifyEveryMs = 200
const foundPageSize = 50

const areSameNames = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean => {
  if (one.size !== other.size) return false
  for (const [id, name] of other) if (one.get(id) !== name) return false
  return true
}

/** The employees of requested enterprises, read page by page with progress. */
export const createEmployeeDirectory = (deps: {
  client: PlatformClient
  times: () => TimeReading
  now?: () => number
}): EmployeeDirectory => {
  const { client } = deps
  const now = deps.now ?? Date.now
  const stopping = new AbortController()
  const cache = new Map<string, CachedEmployees>()
  const searches = new Map<string, AbortController>()
  const listeners = createEmitter<EmployeesChanged>()
  const nameListeners = createEmitter<string>()
  let versions = 0

  const cacheOf = (enterpriseGlobalId: string): CachedEmployees => {
    const known = cache.get(enterpriseGlobalId)
    if (known !== undefined) return known
    versions += 1
    const cached: CachedEmployees = {
      rows: [],
      names: new Map(),
      total: null,
      isComplete: false,
      version: versions,
      readAt: null,
      failure: null,
      triedAt: null,
      reading: null,
      notifiedAt: 0,
      retries: 0,
      retrying: createRunOnceScheduler(() => {
        cached.retries += 1
        void refresh(enterpriseGlobalId)
      }),
      emitting: createRunOnceScheduler(() => emitNow(enterpriseGlobalId, cached)),
    }
    cache.set(enterpriseGlobalId, cached)
    return cached
  }

  const emitNow = (enterpriseGlobalId: string, cached: CachedEmployees) => {
    cached.emitting.cancel()
    cached.notifiedAt = performance.now()
    if (stopping.signal.aborted) return
    const { count, total } = cached.reading ?? { count: cached.rows.length, total: cached.total }
    listeners.emit({
      enterpriseGlobalId,
      version: cached.version,
      count,
      total: Math.max(count, total ?? 0),
      isReading: cached.reading !== null,
    })
  }

  const emitSoon = (enterpriseGlobalId: string, cached: CachedEmployees) => {
    cached.emitting.schedule(Math.max(0, cached.notifiedAt + notifyEveryMs - performance.now()))
  }

  const recordsOf = (rows: readonly ListedEmployee[], enterpriseGlobalId: string) => {
    const [times, readAt] = [deps.times(), now()]
    return rows.map((row) => employeeRecord(row, enterpriseGlobalId, times, readAt))
  }

  /** Reads all pages. An existing complete list stays until the new one is complete. */
  const readAllPages = async (
    enterpriseGlobalId: string,
    cached: CachedEmployees,
    reading: Reading,
  ): Promise<Outcome<null, PlatformFailure>> => {
    const isFirst = !cached.isComplete
    const rows: EmployeeRecord[] = []
    const previousNames = cached.names
    // Names from an aborted read stay until this read has passed them.
    const names = new Map<string, string>(isFirst ? previousNames : [])
    const publish = () => {
      versions += 1
      cached.version = versions
      cached.rows = rows
      cached.names = names
    }
    if (isFirst) publish()
    reading.count = 0
    const outcome = await readEmployeePages(
      client,
      enterpriseGlobalId,
      AbortSignal.any([stopping.signal, reading.pages.signal]),
      (newRows, total) => {
        for (const row of recordsOf(newRows, enterpriseGlobalId)) rows.push(row)
        for (const { globalId, name } of newRows) if (name !== null) names.set(globalId, name)
        reading.count = rows.length
        reading.total = total
        if (isFirst) cached.total = total
        emitSoon(enterpriseGlobalId, cached)
      },
    )
    if (outcome.ok) {
      if (!isFirst) publish()
      cached.total = reading.total
      cached.isComplete = true
      cached.readAt = now()
      cached.retries = 0
      cached.retrying.cancel()
    }
    if (!stopping.signal.aborted && !areSameNames(previousNames, cached.names))
      nameListeners.emit(enterpriseGlobalId)
    return outcome
  }

  const read = async (enterpriseGlobalId: string, cached: CachedEmployees, reading: Reading) => {
    let outcome: Outcome<null, PlatformFailure>
    do {
      reading.pages = new AbortController()
      outcome = await readAllPages(enterpriseGlobalId, cached, reading)
    } while (reading.pages.signal.aborted && !stopping.signal.aborted)
    cached.failure = outcome.ok ? null : outcome.error
    cached.triedAt = now()
    cached.reading = null
    emitNow(enterpriseGlobalId, cached)
    return cached.failure
  }

  const refresh = (enterpriseGlobalId: string): Promise<PlatformFailure | null> => {
    const cached = cacheOf(enterpriseGlobalId)
    if (cached.reading !== null) return cached.reading.over
    const reading: Reading = {
      pages: new AbortController(),
      count: 0,
      total: null,
      over: Promise.resolve(null),
    }
    cached.reading = reading
    reading.over = read(enterpriseGlobalId, cached, reading)
    return reading.over
  }

  const isStale = ({ triedAt, failure }: CachedEmployees) =>
    triedAt === null || now() - triedAt >= (failure === null ? freshnessMs : retryDelayMs)

  const ready = async (enterpriseGlobalId: string): Promise<void> => {
    const cached = cacheOf(enterpriseGlobalId)
    if (cached.reading !== null || isStale(cached)) await refresh(enterpriseGlobalId)
  }

  return {
    list: (enterpriseGlobalId, from, limit) => {
      const cached = cacheOf(enterpriseGlobalId)
      if (!stopping.signal.aborted && isStale(cached)) void refresh(enterpriseGlobalId)
      const { rows, total, version, isComplete, readAt, failure, reading } = cached
      return {
        rows: rows.slice(from, from + limit),
        count: rows.length,
        total: Math.max(rows.length, total ?? 0),
        version,
        isComplete,
        isReading: reading !== null,
        readAt,
        failure,
      }
    },
    known: (enterpriseGlobalId) => cache.get(enterpriseGlobalId)?.rows ?? [],
    readAt: (enterpriseGlobalId) => cache.get(enterpriseGlobalId)?.readAt ?? null,
    names: (enterpriseGlobalId) => cacheOf(enterpriseGlobalId).names,
    ready,
    refresh,
    reread: (enterpriseGlobalId) => {
      const { reading } = cacheOf(enterpriseGlobalId)
      if (reading === null) return refresh(enterpriseGlobalId)
      reading.pages.abort()
      return reading.over
    },
    retryUnanswered: () => {
      if (stopping.signal.aborted) return
      for (const { failure, reading, triedAt, retries, retrying } of cache.values()) {
        if (reading !== null || (failure?.code !== 'unreachable' && failure?.code !== 'timeout')) continue
        const pauseMs = Math.min(retryDelayMs, firstRetryMs * 2 ** retries)
        retrying.schedule(Math.max(0, (triedAt ?? 0) + pauseMs - now()))
      }
    },
    find: async ({ enterpriseGlobalId, keyword, departmentId, pageNum }) => {
      searches.get(enterpriseGlobalId)?.abort()
      const readController = new AbortController()
      searches.set(enterpriseGlobalId, readController)
      const page = await readEmployeePage(
        client,
        { enterpriseGlobalId, pageNum, pageSize: foundPageSize, keyword: keyword.trim(), departmentId },
        AbortSignal.any([stopping.signal, readController.signal]),
      )
      if (readController.signal.aborted) return succeed({ state: 'superseded' })
      searches.delete(enterpriseGlobalId)
      if (!page.ok) return page
      const { total, pages } = page.value
      const rows = recordsOf(page.value.rows, enterpriseGlobalId)
      return succeed({ state: 'found', rows, total, pageNum, pages })
    },
    onChange: listeners.add,
    onNames: nameListeners.add,
    stop: () => {
      stopping.abort()
      for (const { emitting, retrying } of cache.values()) {
        emitting.cancel()
        retrying.cancel()
      }
    },
  }
}
