import { Exact } from './json'
import type { PlatformBehavior, Operation } from './behavior'

/** How one response writes what the API leaves open. */
export interface Writing {
  readonly id: (digits: string | null) => unknown
  readonly time: (ms: number | null) => number | null
  /** A field without a value: null in one row, omitted in the next. */
  readonly nothing: (row: number) => null | undefined
  /** In reverse order, with duplicates. */
  readonly rows: <Row>(rows: readonly Row[]) => Row[]
}

export const writingOf = (operation: Operation, behavior: PlatformBehavior): Writing => ({
  id: (digits) => {
    if (digits === null) return null
    return behavior.numericIds.has(operation) && /^\d+$/.test(digits) ? new Exact(digits) : digits
  },
  time: (ms) => {
    if (ms === null) return null
    return behavior.timeUnit === 'seconds' ? Math.floor(ms / 1000) : ms
  },
  nothing: (row) => (row % 2 === 0 ? null : undefined),
  rows: (rows) => {
    const { duplicateEvery } = behavior
    const twice = rows.flatMap((row, index) =>
      duplicateEvery > 0 && index % duplicateEvery === duplicateEvery - 1 ? [row, row] : [row],
    )
    return twice.reverse()
  },
})
