import type { Name } from '../name'
import type { BranchFact } from './branch-event'
import { maxSharedRows } from './branch-event'
import { inParts } from './in-parts'
import type { Count, FoldedStocktake, OpenedStocktake, StocktakeEnd } from './stocktake-fold'

// What is stated of a stocktake, in parts that fit into events.

/** The beginning of a stocktake. */
export const openedFacts = (stocktake: string, opened: OpenedStocktake): BranchFact[] => {
  const { scope, startedAt, startedBy, expected } = opened
  const parts = expected.length === 0 ? [[]] : inParts(expected, maxSharedRows)
  return parts.map((part, at) => ({
    kind: 'stocktake.opened',
    body: { stocktake, scope, startedAt, startedBy, part: at, parts: parts.length, expected: part },
  }))
}

/** @param count names the count; the same one in all parts */
export const countedFacts = (
  stocktake: string,
  {
    count,
    numbers,
    unlisted,
    ...of
  }: Count & {
    readonly count: string
    readonly numbers: readonly string[]
    readonly unlisted: ReadonlySet<string>
  },
): BranchFact[] =>
  // A number stands twice where it is on none of the lists.
  inParts(
    numbers.map((number) => ({ number, again: unlisted.has(number) ? number : null })),
    maxSharedRows,
  ).map((part) => ({
    kind: 'stocktake.counted',
    body: {
      stocktake,
      count,
      at: of.at,
      by: of.by,
      operator: of.operator,
      numbers: part.map(({ number }) => number),
      unlisted: part.flatMap(({ again }) => again ?? []),
    },
  }))

const countsOfAll = (folded: FoldedStocktake, numbers: readonly string[]) =>
  inParts(
    numbers.flatMap((number) => folded.countsOf(number).map((count) => ({ number, count }))),
    maxSharedRows,
  )

export const uncountedFacts = (
  folded: FoldedStocktake,
  {
    numbers,
    at,
    operator,
  }: { readonly numbers: readonly string[]; readonly at: number; readonly operator: Name },
): BranchFact[] =>
  countsOfAll(folded, numbers).map((counts) => ({
    kind: 'stocktake.uncounted',
    body: { stocktake: folded.id, at, operator, counts },
  }))

export const doubledFacts = (
  folded: FoldedStocktake,
  { numbers, at }: { readonly numbers: readonly string[]; readonly at: number },
): BranchFact[] =>
  countsOfAll(folded, numbers).map((counts) => ({
    kind: 'stocktake.doubled',
    body: { stocktake: folded.id, at, counts },
  }))

/** @param end names this end */
export const closedFacts = (
  stocktake: string,
  end: string,
  { rows, ...closed }: StocktakeEnd,
): BranchFact[] => {
  const parts = inParts(rows, maxSharedRows)
  return [
    ...parts.map((part, at): BranchFact => ({
      kind: 'stocktake.result',
      body: { stocktake, end, part: at, parts: parts.length, rows: part },
    })),
    { kind: 'stocktake.closed', body: { stocktake, end, at: closed.at, by: closed.by, how: closed.how } },
  ]
}
