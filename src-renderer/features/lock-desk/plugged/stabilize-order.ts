import type { PluggedRow } from '../../../entities/lock/plugged-store'

export interface ShownRow extends PluggedRow {
  /** Rendered as the thin line of an unplugged lock. */
  readonly isCollapsed: boolean
}

/**
 * The rows to show, each in the place it has: a new lock comes last. While the pointer is in the list an unplugged lock
 * keeps its height, and its place after its line is over; the next new lock takes that place, which moves nothing
 * either. A card's content is always current.
 */
export const stabilizeOrder = (
  shown: readonly ShownRow[],
  rows: readonly PluggedRow[],
  isPointerInside: boolean,
): readonly ShownRow[] => {
  const current = new Map(rows.map((row) => [row.lock.plugId, row]))
  const shownIds = new Set(shown.map(({ lock }) => lock.plugId))
  const added = rows
    .filter(({ lock }) => !shownIds.has(lock.plugId))
    .sort((a, b) => a.lock.pluggedAt - b.lock.pluggedAt)
    .map((row) => ({ ...row, isCollapsed: row.unpluggedAt !== null }))
  const kept = shown.flatMap((previous): readonly ShownRow[] => {
    const row = current.get(previous.lock.plugId)
    if (!isPointerInside) return row === undefined ? [] : [{ ...row, isCollapsed: row.unpluggedAt !== null }]
    if (row !== undefined) return [{ ...row, isCollapsed: previous.isCollapsed }]
    const next = previous.isCollapsed ? undefined : added.shift()
    return [next ?? { ...previous, unpluggedAt: previous.unpluggedAt ?? previous.lock.pluggedAt }]
  })
  return [...kept, ...added]
}
