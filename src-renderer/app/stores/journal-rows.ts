import type { JournalEntry } from '#shared/model/change'
import type { JobRowResult } from '#shared/model/job'

/**
 * The journal's rows by their number, of which main gives slices. What is told of a row while a slice is on its way
 * may be newer than the slice, so it is laid over it.
 */
export const createJournalRows = () => {
  let rows: (JournalEntry | undefined)[] = []
  let numbers = new Map<string, number>()
  let jobs = new Set<string>()
  let held = 0
  /** What was told since the oldest question without an answer. */
  let told = new Map<string, JobRowResult>()
  let asking = 0

  const patched = (entry: JournalEntry, { state, reason, endedAt }: JobRowResult): JournalEntry => ({
    ...entry,
    state,
    reason,
    endedAt,
  })

  return {
    held: (): number => held,
    /** Up to the last row that is held. */
    length: (): number => rows.length,
    knowsJob: (jobId: string): boolean => jobs.has(jobId),
    find: (entryId: string): JournalEntry | undefined => rows[numbers.get(entryId) ?? -1],
    /** The first row before `end` that is missing, and how many are missing from there on; null where none is. */
    gapBefore: (end: number, longest: number): { readonly from: number; readonly limit: number } | null => {
      let last = Math.min(end, rows.length)
      while (last > 0 && rows[last - 1] !== undefined) last -= 1
      if (last === 0) return null
      let from = last
      while (from > 0 && last - from < longest && rows[from - 1] === undefined) from -= 1
      return { from, limit: last - from }
    },
    /** What is told from now on counts more than the answer; the answer's rows are put in by `put`, at its end. */
    ask: (): void => {
      asking += 1
    },
    answered: (): void => {
      asking -= 1
      if (asking === 0) told = new Map()
    },
    put: (from: number, slice: readonly JournalEntry[], total: number): void => {
      if (rows.length < total) rows.length = total
      for (const [index, entry] of slice.entries()) {
        const number = from + index
        if (rows[number] === undefined) held += 1
        const newer = told.get(entry.entryId)
        rows[number] = newer === undefined ? entry : patched(entry, newer)
        numbers.set(entry.entryId, number)
        jobs.add(entry.jobId)
      }
    },
    /** Entries as main has them; false for those that are not held. */
    replace: (entry: JournalEntry): boolean => {
      const number = numbers.get(entry.entryId)
      if (number === undefined) return false
      rows[number] = entry
      return true
    },
    /** What is told of rows; those that changed. */
    tell: (results: readonly JobRowResult[]): JournalEntry[] =>
      results.flatMap((result) => {
        if (asking > 0) told.set(result.entryId, result)
        const number = numbers.get(result.entryId)
        const entry = number === undefined ? undefined : rows[number]
        if (number === undefined || entry === undefined) return []
        const changed = patched(entry, result)
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
      told = new Map()
      held = 0
    },
  }
}
