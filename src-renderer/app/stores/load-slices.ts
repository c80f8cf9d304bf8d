import type { CommandFailure } from '#shared/bridge/commands'
import { maxSliceLength } from '#shared/model/slices'
import type { Outcome } from '#shared/outcome'
import { fail, succeed } from '#shared/outcome'

interface Slice {
  readonly rows: readonly unknown[]
  readonly version: number
}

/**
 * Loads a long list in slices that fit into a frame, and starts over if main has reloaded the list meanwhile.
 * `end` returns the current number of rows. Null if a newer load has started.
 */
export const loadSlices = async <Of extends Slice>(
  fetch: (from: number, limit: number) => Promise<Outcome<Of, CommandFailure>>,
  end: (slice: Of) => number,
  isNewest: () => boolean,
): Promise<Outcome<{ readonly rows: Of['rows']; readonly last: Of }, CommandFailure> | null> => {
  let rows: Of['rows'][number][] = []
  let version: number | null = null
  for (;;) {
    const outcome = await fetch(rows.length, maxSliceLength)
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
