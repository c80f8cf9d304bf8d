import type { PluggedRow } from '../../../entities/lock/plugged-store'

export interface ShownRow extends PluggedRow {
  /** Rendered as the thin line of an unplugged lock. */
  readonly isCollapsed: boolean
}

/**
 * The rows to show. While the pointer is active nothing moves: a new lock waits, and an unplugged one keeps its
 * height. A card's content is always current.
 */
export const stabilizeOrder = (
  shown: readonly ShownRow[],
  rows: readonly PluggedRow[],
  isPointerActive: boolean,
): { readonly rows: readonly ShownRow[]; readonly waiting: number } => {
  if (!isPointerActive)
    return { rows: rows.map((row) => ({ ...row, isCollapsed: row.unpluggedAt !== null })), waiting: 0 }
  const newest = new Map(rows.map((row) => [row.lock.plugId, row]))
  const stable = shown.map((previous) => {
    const row = newest.get(previous.lock.plugId)
    // Its ten seconds are over, but its place is kept while the pointer is active.
    if (row === undefined)
      return { ...previous, unpluggedAt: previous.unpluggedAt ?? previous.lock.pluggedAt }
    return { ...row, isCollapsed: previous.isCollapsed }
  })
  const shownIds = new Set(shown.map(({ lock }) => lock.plugId))
  const waiting = rows.filter(({ lock, unpluggedAt }) => unpluggedAt === null && !shownIds.has(lock.plugId))
  return { rows: stable, waiting: waiting.length }
}
