import type { EmployeesChanged, EmployeeSlice } from '#shared/bridge/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import { isRecent } from '#shared/model/recent'
import type { PlatformClient } from '../platform/client'
import { createRunOnceScheduler } from '../util/async'
import { readEmployeePages } from './read-employees'
import type { ListedEmployee } from './read-employees'

/** The employees of one enterprise, as far as they were read. */
export interface EmployeeList {
  /** Starts a read if there was none or it is outdated. */
  slice(from: number, limit: number): EmployeeSlice
  /** All rows so far; starts no read. */
  rows(): readonly EmployeeRecord[]
  /** When the whole list was read last; null if it was not. */
  readAt(): number | null
  /** By global ID; starts no read. */
  names(): ReadonlyMap<string, string>
  /** Resolves when the list is current or its read failed. */
  ready(): Promise<void>
  /** Reads all pages now; concurrent calls share one read. */
  refresh(): Promise<PlatformFailure | null>
  /** Like `refresh`, but restarts a running read. */
  reread(): Promise<PlatformFailure | null>
  /** Reads soon if the platform did not answer last time. */
  retryUnanswered(): void
  stop(): void
}

interface Reading {
  /** Aborted to restart the read. */
  pages: AbortController
  count: number
  total: number | null
  over: Promise<PlatformFailure | null>
}

/** Employees change rarely and reading all pages takes long. */
const freshnessMs = 5 * 60_000
/** After a failure, the next request retries only after this delay. */
const retryDelayMs = 30_000
/** The first retry when the platform is back; each further one takes twice as long, up to `retryDelayMs`. */
const firstRetryMs = 2_000
/** Five times a second. */
const notifyEveryMs = 200

const areSameNames = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean => {
  if (one.size !== other.size) return false
  for (const [id, name] of other) if (one.get(id) !== name) return false
  return true
}

/** Reads the employees of one enterprise page by page with progress, again when they are outdated. */
export const createEmployeeList = (
  enterpriseGlobalId: string,
  deps: {
    client: PlatformClient
    recordsOf: (rows: readonly ListedEmployee[], enterpriseGlobalId: string) => readonly EmployeeRecord[]
    now: () => number
    /** Aborted when no list is read any more. */
    signal: AbortSignal
    /** A version that no list had before. */
    nextVersion: () => number
    onChange: (changed: EmployeesChanged) => void
    onNames: (enterpriseGlobalId: string) => void
  },
): EmployeeList => {
  const { client, now, signal, nextVersion } = deps
  let rows: readonly EmployeeRecord[] = []
  let names: ReadonlyMap<string, string> = new Map()
  let total: number | null = null
  let isComplete = false
  let version = nextVersion()
  let readAt: number | null = null
  let failure: PlatformFailure | null = null
  /** When the last read ended, successful or not. */
  let triedAt: number | null = null
  let reading: Reading | null = null
  let notifiedAt = 0
  /** Attempts since the last success that `retryUnanswered` made. */
  let retries = 0

  const emitNow = () => {
    emitting.cancel()
    notifiedAt = performance.now()
    if (signal.aborted) return
    const read = reading ?? { count: rows.length, total }
    deps.onChange({
      enterpriseGlobalId,
      version,
      count: read.count,
      total: Math.max(read.count, read.total ?? 0),
      isReading: reading !== null,
    })
  }
  const emitting = createRunOnceScheduler(emitNow)
  const emitSoon = () => emitting.schedule(Math.max(0, notifiedAt + notifyEveryMs - performance.now()))

  /** Reads all pages. An existing complete list stays until the new one is complete. */
  const readAllPages = async (own: Reading): Promise<Outcome<null, PlatformFailure>> => {
    const isFirst = !isComplete
    const newRows: EmployeeRecord[] = []
    const previousNames = names
    // Names from an aborted read stay until this read has passed them.
    const newNames = new Map<string, string>(isFirst ? previousNames : [])
    const publish = () => {
      version = nextVersion()
      rows = newRows
      names = newNames
    }
    if (isFirst) publish()
    own.count = 0
    const outcome = await readEmployeePages(
      client,
      enterpriseGlobalId,
      AbortSignal.any([signal, own.pages.signal]),
      (page, totalOfPage) => {
        for (const row of deps.recordsOf(page, enterpriseGlobalId)) newRows.push(row)
        for (const { globalId, name } of page) if (name !== null) newNames.set(globalId, name)
        own.count = newRows.length
        own.total = totalOfPage
        if (isFirst) total = totalOfPage
        emitSoon()
      },
    )
    if (outcome.ok) {
      if (!isFirst) publish()
      total = own.total
      isComplete = true
      readAt = now()
      retries = 0
      retrying.cancel()
    }
    if (!signal.aborted && !areSameNames(previousNames, names)) deps.onNames(enterpriseGlobalId)
    return outcome
  }

  const read = async (own: Reading) => {
    let outcome: Outcome<null, PlatformFailure>
    do {
      own.pages = new AbortController()
      outcome = await readAllPages(own)
    } while (own.pages.signal.aborted && !signal.aborted)
    failure = outcome.ok ? null : outcome.error
    triedAt = now()
    reading = null
    emitNow()
    return failure
  }

  const refresh = (): Promise<PlatformFailure | null> => {
    if (reading !== null) return reading.over
    const own: Reading = { pages: new AbortController(), count: 0, total: null, over: Promise.resolve(null) }
    reading = own
    own.over = read(own)
    return own.over
  }
  const retrying = createRunOnceScheduler(() => {
    retries += 1
    void refresh()
  })

  const isStale = () =>
    triedAt === null || !isRecent(triedAt, now(), failure === null ? freshnessMs : retryDelayMs)

  return {
    slice: (from, limit) => {
      if (!signal.aborted && isStale()) void refresh()
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
    rows: () => rows,
    readAt: () => readAt,
    names: () => names,
    ready: async () => {
      if (reading !== null || isStale()) await refresh()
    },
    refresh,
    reread: () => {
      if (reading === null) return refresh()
      reading.pages.abort()
      return reading.over
    },
    retryUnanswered: () => {
      if (reading !== null || (failure?.code !== 'unreachable' && failure?.code !== 'timeout')) return
      const pauseMs = Math.min(retryDelayMs, firstRetryMs * 2 ** retries)
      // Set back, the clock would make it wait until the time of the last attempt comes again.
      retrying.schedule(Math.min(pauseMs, Math.max(0, (triedAt ?? 0) + pauseMs - now())))
    },
    stop: () => {
      emitting.cancel()
      retrying.cancel()
    },
  }
}
