import { Exact } from './json'
import type { Manners, Operation } from './manners'

/** How one answer writes what the document leaves open. */
export interface Writing {
  readonly id: (digits: string | null) => unknown
  readonly time: (ms: number | null) => number | null
  /** A field without a value: null in one row, left out of the next. */
  readonly nothing: (row: number) => null | undefined
  /** Backwards, and with rows that stand there twice. */
  readonly rows: <Row>(rows: readonly Row[]) => Row[]
}

export const writingOf = (operation: Operation, manners: Manners): Writing => ({
  id: (digits) => {
    if (digits === null) return null
    return manners.numericIds.has(operation) && /^\d+$/.test(digits) ? new Exact(digits) : digits
  },
  time: (ms) => {
    if (ms === null) return null
    return manners.timeUnit === 'seconds' ? Math.floor(ms / 1000) : ms
  },
  nothing: (row) => (row % 2 === 0 ? null : undefined),
  rows: (rows) => {
    const { doubledEvery } = manners
    const twice = rows.flatMap((row, index) =>
      doubledEvery > 0 && index % doubledEvery === doubledEvery - 1 ? [row, row] : [row],
    )
    return twice.reverse()
  },
})
