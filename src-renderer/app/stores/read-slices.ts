import type { CommandFailure } from '#shared/commands'
import { longestSlice } from '#shared/list-commands'
import type { Outcome } from '#shared/outcome'
import { fail, succeed } from '#shared/outcome'

interface Slice {
  readonly rows: readonly unknown[]
  readonly version: number
}

/**
 * Fetches a long list in slices that a frame has time for, and begins again where main has read it anew meanwhile.
 * `end` says how many rows a slice's list has now. Null where somebody else began a newer reading.
 */
export const readSlices = async <Of extends Slice>(
  fetch: (from: number, limit: number) => Promise<Outcome<Of, CommandFailure>>,
  end: (slice: Of) => number,
  isNewest: () => boolean,
): Promise<Outcome<{ readonly rows: Of['rows']; readonly last: Of }, CommandFailure> | null> => {
  let rows: Of['rows'][number][] = []
  let version: number | null = null
  for (;;) {
    const outcome = await fetch(rows.length, longestSlice)
    if (!isNewest()) return null
    if (!outcome.ok) return fail(outcome.error)
    const slice = outcome.value
    if (version !== null && slice.version !== version) {
      version = null
      rows = []
      continue
    }
    version = slice.version
    for (const row of slice.rows) rows.push(row)
    if (rows.length >= end(slice) || slice.rows.length === 0) return succeed({ rows, last: slice })
  }
}
