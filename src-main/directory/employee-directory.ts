import type { EmployeesChanged, EmployeeSlice, EmployeesFound } from '#shared/bridge/list-commands'
import type { EmployeeRecord } from '#shared/model/employee-record'
import type { TimeReading } from '#shared/model/api/timestamp'
import { succeed } from '#shared/outcome'
import type { Outcome } from '#shared/outcome'
import type { PlatformFailure } from '#shared/model/api/platform-failure'
import type { PlatformClient } from '../platform/client'
import { createEmitter } from '../util/emitter'
import { createEmployeeList } from './employee-list'
import type { EmployeeList } from './employee-list'
import { employeeRecord, readEmployeePage } from './read-employees'
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

const foundPageSize = 50

/** The employees of requested enterprises, read page by page with progress. */
export const createEmployeeDirectory = (deps: {
  client: PlatformClient
  times: () => TimeReading
  now?: () => number
}): EmployeeDirectory => {
  const { client } = deps
  const now = deps.now ?? Date.now
  const stopping = new AbortController()
  const lists = new Map<string, EmployeeList>()
  const searches = new Map<string, AbortController>()
  const listeners = createEmitter<EmployeesChanged>()
  const nameListeners = createEmitter<string>()
  let versions = 0

  const recordsOf = (rows: readonly ListedEmployee[], enterpriseGlobalId: string) => {
    const [times, readAt] = [deps.times(), now()]
    return rows.map((row) => employeeRecord(row, enterpriseGlobalId, times, readAt))
  }

  const listOf = (enterpriseGlobalId: string): EmployeeList => {
    const known = lists.get(enterpriseGlobalId)
    if (known !== undefined) return known
    const list = createEmployeeList(enterpriseGlobalId, {
      client,
      recordsOf,
      now,
      signal: stopping.signal,
      nextVersion: () => (versions += 1),
      onChange: listeners.emit,
      onNames: nameListeners.emit,
    })
    lists.set(enterpriseGlobalId, list)
    return list
  }

  return {
    list: (enterpriseGlobalId, from, limit) => listOf(enterpriseGlobalId).slice(from, limit),
    known: (enterpriseGlobalId) => lists.get(enterpriseGlobalId)?.rows() ?? [],
    readAt: (enterpriseGlobalId) => lists.get(enterpriseGlobalId)?.readAt() ?? null,
    names: (enterpriseGlobalId) => listOf(enterpriseGlobalId).names(),
    ready: (enterpriseGlobalId) => listOf(enterpriseGlobalId).ready(),
    refresh: (enterpriseGlobalId) => listOf(enterpriseGlobalId).refresh(),
    reread: (enterpriseGlobalId) => listOf(enterpriseGlobalId).reread(),
    retryUnanswered: () => {
      if (stopping.signal.aborted) return
      for (const list of lists.values()) list.retryUnanswered()
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
      for (const list of lists.values()) list.stop()
    },
  }
}
