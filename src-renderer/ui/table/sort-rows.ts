import type { Steps } from './run-time-sliced'

export type SortValue = string | number | null

/** Steps between two checks of the clock. */
const stride = 256

/** Bottom-up merge sort: stable, and it can pause at any comparison. */
function* mergeSort(
  items: readonly SortValue[],
  compare: (a: SortValue, b: SortValue) => number,
): Steps<SortValue[]> {
  let from = items.slice()
  let to = items.slice()
  let count = 0
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length)
      const end = Math.min(start + 2 * width, from.length)
      let left = start
      let right = middle
      for (let at = start; at < end; at++) {
        const takeLeft =
          left < middle && (right >= end || compare(from[left] ?? null, from[right] ?? null) <= 0)
        to[at] = (takeLeft ? from[left++] : from[right++]) ?? null
        if (++count % stride === 0) yield
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** Integers that a double represents exactly. */
const isCount = (value: SortValue): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value))

/**
 * The rank of each value, ascending from 0; -1 for null. Text is compared in natural order: “Lock 9” before
 * “Lock 10”, Chinese by the language's collation. Only distinct values are compared, and plain numbers without
 * collation.
 */
export function* rankValues(values: readonly SortValue[], language: string): Steps<Int32Array> {
  const places = new Map<SortValue, number>()
  let areCounts = true
  for (const [index, value] of values.entries()) {
    if (value !== null && !places.has(value)) {
      places.set(value, 0)
      areCounts &&= isCount(value)
    }
    if (index % stride === 0) yield
  }
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const order = areCounts
    ? (a: SortValue, b: SortValue) => Number(a) - Number(b)
    : (a: SortValue, b: SortValue) => compare(String(a), String(b))
  const sorted = yield* mergeSort([...places.keys()], order)
  let place = 0
  for (const [index, value] of sorted.entries()) {
    // “Lock” and “lock” share a rank.
    if (index > 0 && order(sorted[index - 1] ?? null, value) !== 0) place += 1
    places.set(value, place)
    if (index % stride === 0) yield
  }
  const ranks = new Int32Array(values.length)
  for (const [index, value] of values.entries()) {
    ranks[index] = value === null ? -1 : (places.get(value) ?? -1)
    if (index % stride === 0) yield
  }
  return ranks
}

/** Orders rows by rank: equal ranks keep their order; rows without a value are last in both directions. */
export function* orderByRank<Row>(
  rows: readonly Row[],
  ranks: Int32Array,
  direction: 'ascending' | 'descending',
): Steps<Row[]> {
  let highest = -1
  for (const rank of ranks) highest = Math.max(highest, rank)
  // Counting sort; the last slot holds the rows without a value.
  const slotOf = (rank: number): number => {
    if (rank === -1) return highest + 1
    return direction === 'ascending' ? rank : highest - rank
  }
  const starts = new Uint32Array(highest + 3)
  for (const rank of ranks) {
    const next = slotOf(rank) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  yield
  for (let slot = 1; slot < starts.length; slot++) {
    starts[slot] = (starts[slot] ?? 0) + (starts[slot - 1] ?? 0)
  }
  yield
  const ordered = new Array<Row>(rows.length)
  for (const [index, row] of rows.entries()) {
    const slot = slotOf(ranks[index] ?? -1)
    const at = starts[slot] ?? 0
    starts[slot] = at + 1
    ordered[at] = row
    if (index % stride === 0) yield
  }
  return ordered
}
