import type { PluggedRow } from './plugged-store'

export interface ShownRow extends PluggedRow {
  /** Drawn as the thin line of a lock that was pulled out. */
  readonly thin: boolean
}

/**
 * What the list shows. While a hand is in it nothing moves: a new lock waits to be put on top, and one that was
 * pulled out keeps its height. What a card says is always the newest.
 */
export const arrange = (
  shown: readonly ShownRow[],
  rows: readonly PluggedRow[],
  held: boolean,
): { readonly rows: readonly ShownRow[]; readonly waiting: number } => {
  if (!held) return { rows: rows.map((row) => ({ ...row, thin: row.leftAt !== null })), waiting: 0 }
  const newest = new Map(rows.map((row) => [row.lock.plugId, row]))
  const kept = shown.map((old) => {
    const row = newest.get(old.lock.plugId)
    // Its ten seconds are over, but its place is kept until the hand is gone.
    if (row === undefined) return { ...old, leftAt: old.leftAt ?? old.lock.pluggedAt }
    return { ...row, thin: old.thin }
  })
  const shownIds = new Set(shown.map(({ lock }) => lock.plugId))
  const waiting = rows.filter(({ lock, leftAt }) => leftAt === null && !shownIds.has(lock.plugId))
  return { rows: kept, waiting: waiting.length }
}
