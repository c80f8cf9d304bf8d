import type { EmployeesChanged, EmployeeSlice, EmployeesFound } from '#shared/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { TimeUnit } from '#shared/model/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createListeners } from '../listeners'
import { employeeRecord, readEmployeePage, readEmployeePages } from './read-employees'
import type { ListedEmployee } from './read-employees'

export interface AskedPeople {
  readonly enterpriseGlobalId: string
  readonly keyword: string
  readonly departmentId: string | null
  readonly pageNum: number
}

export interface People {
  /** What has been read so far; begins to read where there is nothing or it is old. */
  list(enterpriseGlobalId: string, from: number, limit: number): EmployeeSlice
  /** Employees' names by global id, as far as they have been read. */
  names(enterpriseGlobalId: string): ReadonlyMap<string, string>
  /** Over when the list is there and not old, or could not be had. */
  ready(enterpriseGlobalId: string): Promise<void>
  /** Reads all pages now; whoever asks meanwhile waits for the same reading. */
  refresh(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** Like `refresh`, but a reading that is under way begins again: what a change did must show in it. */
  reread(enterpriseGlobalId: string): Promise<PlatformFailure | null>
  /** One page of the platform's own search; a newer call for the same enterprise takes its place. */
  find(asked: AskedPeople): Promise<Outcome<EmployeesFound, PlatformFailure>>
  onChange(listener: (changed: EmployeesChanged) => void): () => void
  /** Somebody is called otherwise than before, came or left. */
  onNames(listener: (enterpriseGlobalId: string) => void): () => void
  stop(): void
}

interface Reading {
  /** Aborted to begin again. */
  pages: AbortController
  count: number
  total: number | null
  over: Promise<PlatformFailure | null>
}

interface Shelf {
  rows: EmployeeRecord[]
  names: ReadonlyMap<string, string>
  total: number | null
  isComplete: boolean
  version: number
  readAt: number | null
  failure: PlatformFailure | null
  /** When a reading was last over, however it ended. */
  triedAt: number | null
  reading: Reading | null
  toldAt: number
  telling: NodeJS.Timeout | null
}

/** Employees change rarely, and paging through them is the longest reading there is. */
const lastsMs = 5 * 60_000
/** A list that failed is tried again when it is asked for, but not by every draw of the page. */
const failureLastsMs = 30_000
/** Five times a second. */
const tellEveryMs = 200
const foundPageSize = 50

const areSameNames = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean => {
  if (one.size !== other.size) return false
  for (const [id, name] of other) if (one.get(id) !== name) return false
  return true
}

/** The employees of the enterprises that were asked for, page by page, with how far their reading has come. */
export const createPeople = (deps: {
  client: PlatformClient
  timeUnit: () => TimeUnit
  now?: () => number
}): People => {
  const { client } = deps
  const now = deps.now ?? Date.now
  const stopping = new AbortController()
  const shelves = new Map<string, Shelf>()
  const searches = new Map<string, AbortController>()
  const listeners = createListeners<EmployeesChanged>()
  const nameListeners = createListeners<string>()
  let versions = 0

  const shelfOf = (enterpriseGlobalId: string): Shelf => {
    const known = shelves.get(enterpriseGlobalId)
    if (known !== undefined) return known
    versions += 1
    const shelf: Shelf = {
      rows: [],
      names: new Map(),
      total: null,
      isComplete: false,
      version: versions,
      readAt: null,
      failure: null,
      triedAt: null,
      reading: null,
      toldAt: 0,
      telling: null,
    }
    shelves.set(enterpriseGlobalId, shelf)
    return shelf
  }

  const tellNow = (enterpriseGlobalId: string, shelf: Shelf) => {
    if (shelf.telling !== null) clearTimeout(shelf.telling)
    shelf.telling = null
    shelf.toldAt = performance.now()
    if (stopping.signal.aborted) return
    const { count, total } = shelf.reading ?? { count: shelf.rows.length, total: shelf.total }
    listeners.tell({
      enterpriseGlobalId,
      version: shelf.version,
      count,
      total: Math.max(count, total ?? 0),
      isComplete: shelf.reading === null && shelf.isComplete,
    })
  }

  const tellSoon = (enterpriseGlobalId: string, shelf: Shelf) => {
    if (shelf.telling !== null) return
    const wait = Math.max(0, shelf.toldAt + tellEveryMs - performance.now())
    shelf.telling = setTimeout(() => tellNow(enterpriseGlobalId, shelf), wait)
  }

  const recordsOf = (rows: readonly ListedEmployee[], enterpriseGlobalId: string) => {
    const [timeUnit, readAt] = [deps.timeUnit(), now()]
    return rows.map((row) => employeeRecord(row, enterpriseGlobalId, timeUnit, readAt))
  }

  /** One walk over all pages. Where a whole list stands already, it stands until the new one is whole too. */
  const walk = async (
    enterpriseGlobalId: string,
    shelf: Shelf,
    reading: Reading,
  ): Promise<Outcome<null, PlatformFailure>> => {
    const isFirst = !shelf.isComplete
    const rows: EmployeeRecord[] = []
    const before = shelf.names
    // What a reading that broke off has told stands until this one is past it.
    const names = new Map<string, string>(isFirst ? before : [])
    const stand = () => {
      versions += 1
      shelf.version = versions
      shelf.rows = rows
      shelf.names = names
    }
    if (isFirst) stand()
    reading.count = 0
    const outcome = await readEmployeePages(
      client,
      enterpriseGlobalId,
      AbortSignal.any([stopping.signal, reading.pages.signal]),
      (fresh, total) => {
        for (const row of recordsOf(fresh, enterpriseGlobalId)) rows.push(row)
        for (const { globalId, name } of fresh) if (name !== null) names.set(globalId, name)
        reading.count = rows.length
        reading.total = total
        if (isFirst) shelf.total = total
        tellSoon(enterpriseGlobalId, shelf)
      },
    )
    if (outcome.ok) {
      if (!isFirst) stand()
      shelf.total = reading.total
      shelf.isComplete = true
      shelf.readAt = now()
    }
    if (!stopping.signal.aborted && !areSameNames(before, shelf.names)) nameListeners.tell(enterpriseGlobalId)
    return outcome
  }

  const read = async (enterpriseGlobalId: string, shelf: Shelf, reading: Reading) => {
    let outcome: Outcome<null, PlatformFailure>
    do {
      reading.pages = new AbortController()
      outcome = await walk(enterpriseGlobalId, shelf, reading)
    } while (reading.pages.signal.aborted && !stopping.signal.aborted)
    shelf.failure = outcome.ok ? null : outcome.error
    shelf.triedAt = now()
    shelf.reading = null
    tellNow(enterpriseGlobalId, shelf)
    return shelf.failure
  }

  const refresh = (enterpriseGlobalId: string): Promise<PlatformFailure | null> => {
    const shelf = shelfOf(enterpriseGlobalId)
    if (shelf.reading !== null) return shelf.reading.over
    const reading: Reading = {
      pages: new AbortController(),
      count: 0,
      total: null,
      over: Promise.resolve(null),
    }
    shelf.reading = reading
    reading.over = read(enterpriseGlobalId, shelf, reading)
    return reading.over
  }

  const isOld = ({ triedAt, failure }: Shelf) =>
    triedAt === null || now() - triedAt >= (failure === null ? lastsMs : failureLastsMs)

  const ready = async (enterpriseGlobalId: string): Promise<void> => {
    const shelf = shelfOf(enterpriseGlobalId)
    if (shelf.reading !== null || isOld(shelf)) await refresh(enterpriseGlobalId)
  }

  return {
    list: (enterpriseGlobalId, from, limit) => {
      const shelf = shelfOf(enterpriseGlobalId)
      if (!stopping.signal.aborted && isOld(shelf)) void refresh(enterpriseGlobalId)
      const { rows, total, version, isComplete, readAt, failure, reading } = shelf
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
    names: (enterpriseGlobalId) => shelfOf(enterpriseGlobalId).names,
    ready,
    refresh,
    reread: (enterpriseGlobalId) => {
      const { reading } = shelfOf(enterpriseGlobalId)
      if (reading === null) return refresh(enterpriseGlobalId)
      reading.pages.abort()
      return reading.over
    },
    find: async ({ enterpriseGlobalId, keyword, departmentId, pageNum }) => {
      searches.get(enterpriseGlobalId)?.abort()
      const mine = new AbortController()
      searches.set(enterpriseGlobalId, mine)
      const page = await readEmployeePage(
        client,
        { enterpriseGlobalId, pageNum, pageSize: foundPageSize, keyword: keyword.trim(), departmentId },
        AbortSignal.any([stopping.signal, mine.signal]),
      )
      if (mine.signal.aborted) return succeed({ state: 'superseded' })
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
      for (const { telling } of shelves.values()) if (telling !== null) clearTimeout(telling)
    },
  }
}
