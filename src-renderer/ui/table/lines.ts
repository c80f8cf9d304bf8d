/** The lines of a table: its rows, and a heading above each row that starts a group. */
export interface Lines {
  readonly count: number
  readonly lineOf: (rowIndex: number) => number
  /** The row of a line, or the first row below a heading. */
  readonly at: (line: number) => { readonly index: number; readonly isHeading: boolean }
}

export const createLines = <Row>(
  rows: readonly Row[],
  groupOf: ((row: Row) => string | number) | undefined,
): Lines => {
  if (groupOf === undefined)
    return { count: rows.length, lineOf: (index) => index, at: (line) => ({ index: line, isHeading: false }) }
  const starts: number[] = []
  let last: string | number | undefined
  rows.forEach((row, index) => {
    const group = groupOf(row)
    if (group !== last) starts.push(index)
    last = group
  })
  /** How many groups start in the rows or lines up to `position`; `step` is 1 for lines, which count headings. */
  const startsUpTo = (position: number, step: 0 | 1): number => {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) + middle * step <= position) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    count: rows.length + starts.length,
    lineOf: (index) => index + startsUpTo(index, 0),
    at: (line) => {
      const before = startsUpTo(line, 1)
      const start = starts[before - 1] ?? 0
      const isHeading = before > 0 && start + before - 1 === line
      return { index: isHeading ? start : line - before, isHeading }
    },
  }
}
