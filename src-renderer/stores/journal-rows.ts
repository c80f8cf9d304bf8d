import type { JournalEntry } from '#shared/model/changes/change'
import type { JobRowResult } from '#shared/model/changes/job'

/**
 * The journal's rows by number, loaded in slices from main. An event received while a slice is loading may be
 * newer than the slice, so its result is applied on top.
 */
export const createJournalRows = () => {
  let rows: (JournalEntry | undefined)[] = []
  let numbers = new Map<string, number>()
  let jobs = new Set<string>()
  let loadedCount = 0
  /** Results received since the oldest pending request. */
  let updates = new Map<string, JobRowResult>()
  let pendingRequests = 0

  const withResult = (entry: JournalEntry, { state, reason, endedAt }: JobRowResult): JournalEntry => ({
    ...entry,
    state,
    reason,
    endedAt,
  })

  return {
    loadedCount: (): number => loadedCount,
    /** The number of rows up to the last loaded one. */
    length: (): number => rows.length,
    knowsJob: (jobId: string): boolean => jobs.has(jobId),
    find: (entryId: string): JournalEntry | undefined => rows[numbers.get(entryId) ?? -1],
    /** The last gap before `end`: its first row and its length, at most `longest`; null if there is none. */
    gapBefore: (end: number, maxLength: number): { readonly from: number; readonly limit: number } | null => {
      let last = Math.min(end, rows.length)
      while (last > 0 && rows[last - 1] !== undefined) last -= 1
      if (last === 0) return null
      let from = last
      while (from > 0 && last - from < maxLength && rows[from - 1] === undefined) from -= 1
      return { from, limit: last - from }
    },
    /**
     * Starts a request: results received from now on override the response. `insert` adds the response's rows,
     * `endRequest` ends the request.
     */
    startRequest: (): void => {
      pendingRequests += 1
    },
    endRequest: (): void => {
      pendingRequests -= 1
      if (pendingRequests === 0) updates = new Map()
    },
    insert: (from: number, slice: readonly JournalEntry[], total: number): void => {
      if (rows.length < total) rows.length = total
      for (const [index, entry] of slice.entries()) {
        const number = from + index
        if (rows[number] === undefined) loadedCount += 1
        const newer = updates.get(entry.entryId)
        rows[number] = newer === undefined ? entry : withResult(entry, newer)
        numbers.set(entry.entryId, number)
        jobs.add(entry.jobId)
      }
    },
    /** Replaces a row with main's entry; false if the row is not loaded. */
    replace: (entry: JournalEntry): boolean => {
      const number = numbers.get(entry.entryId)
      if (number === undefined) return false
      rows[number] = entry
      return true
    },
    /** Applies results to loaded rows and returns the changed ones. */
    applyResults: (results: readonly JobRowResult[]): JournalEntry[] =>
      results.flatMap((result) => {
        if (pendingRequests > 0) updates.set(result.entryId, result)
        const number = numbers.get(result.entryId)
        const entry = number === undefined ? undefined : rows[number]
        if (number === undefined || entry === undefined) return []
        const changed = withResult(entry, result)
        rows[number] = changed
        return [changed]
      }),
    newestFirst: (): JournalEntry[] => {
      const found: JournalEntry[] = []
      for (let number = rows.length - 1; number >= 0; number -= 1) {
        const entry = rows[number]
        if (entry !== undefined) found.push(entry)
      }
      return found
    },
    clear: (): void => {
      rows = []
      numbers = new Map()
      jobs = new Set()
      updates = new Map()
      loadedCount = 0
    },
  }
}
