import { z } from 'zod'
import type { BranchFact } from '#shared/model/branch/branch-event'
import { closedFacts, countedFacts, doubledFacts, uncountedFacts } from '#shared/model/branch/stocktake-facts'
import { createFoldedStocktake } from '#shared/model/branch/stocktake-fold'
import type { Count, FoldedStocktake } from '#shared/model/branch/stocktake-fold'
import { lockStates } from '#shared/model/locks/lock-record'
import { countSources, storedResults } from '#shared/model/stocktake'

// The lines of a stocktake's file, and what they amount to: each states facts, which are folded as those of a branch are.

/** Version 1 has no undone counts, version 2 no numbers of two devices, version 3 not to whom a lock was lent. */
export const stocktakeVersion = 4

const expected = z.object({
  number: z.string(),
  assetNum: z.string().nullable(),
  enterpriseName: z.string().nullable(),
  /** When the stocktake started; null if the lock was on none of the lists. */
  disabled: z.boolean().nullable(),
})
const header = z.object({
  kind: z.literal('stocktake'),
  version: z.literal([1, 2, 3, stocktakeVersion]),
  id: z.string(),
  environment: z.string(),
  scope: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('enterprise'),
      enterpriseGlobalId: z.string(),
      enterpriseName: z.string().nullable(),
    }),
    z.object({ kind: z.literal('list'), name: z.string() }),
  ]),
  startedAt: z.number(),
  startedBy: z.string(),
  expected: z.array(expected),
})
export type StocktakeHeader = z.infer<typeof header>

const count = z.object({
  kind: z.literal('count'),
  at: z.number(),
  by: z.enum(countSources),
  operator: z.string(),
  numbers: z.array(z.string()),
})

/** Counts that are undone; a number that is counted afterwards counts again. */
const undo = z.object({
  kind: z.literal('undo'),
  at: z.number(),
  operator: z.string(),
  numbers: z.array(z.string()),
})

/** Counted numbers that two plugged-in devices gave at the same time. */
const double = z.object({
  kind: z.literal('double'),
  at: z.number(),
  numbers: z.array(z.string()),
})

const end = z.object({
  kind: z.literal('end'),
  at: z.number(),
  by: z.string(),
  how: z.enum(['finish', 'cancel']),
  /** As the lists were at the end, in the order of the stocktake's rows. */
  rows: z.array(
    z.object({
      number: z.string(),
      assetNum: z.string().nullable(),
      enterpriseName: z.string().nullable(),
      result: z.enum(storedResults),
      status: z.enum(lockStates).nullable(),
      /** The employee whom a lent lock was lent to, if the lists named one. */
      lentTo: z.exactOptional(z.string()),
    }),
  ),
})
export type StocktakeEnd = z.infer<typeof end>

/** A line after the header. */
export const stocktakeLineSchema = z.discriminatedUnion('kind', [count, undo, double, end])
export type StocktakeLine = z.infer<typeof stocktakeLineSchema>
export const stocktakeHeaderSchema = header

export interface StocktakeContent {
  readonly header: StocktakeHeader
  /** The first count of each number that was not undone, in the order they were counted. */
  readonly counts: ReadonlyMap<string, Count>
  /** The counted numbers that two plugged-in devices gave at the same time. */
  readonly doubles: ReadonlySet<string>
  readonly end: StocktakeEnd | null
}

/** The facts that a line states. @param name names what the line has of its own: its count, or its end */
export const factsOfLine = (
  folded: FoldedStocktake,
  line: StocktakeLine,
  name: string,
  unlisted: ReadonlySet<string> = new Set(),
): BranchFact[] => {
  if (line.kind === 'count') return countedFacts(folded.id, { ...line, count: name, unlisted })
  if (line.kind === 'undo') return uncountedFacts(folded, line)
  if (line.kind === 'double') return doubledFacts(folded, line)
  return closedFacts(folded.id, name, line)
}

/** The content of a file to which lines are added. */
export const createContent = (first: StocktakeHeader) => {
  const folded = createFoldedStocktake(first.id)
  const content = {
    header: first,
    counts: folded.counts,
    doubles: folded.doubles,
    end: null as StocktakeEnd | null,
  }
  let lines = 0
  return {
    content: content as StocktakeContent,
    folded,
    add: (line: StocktakeLine): void => {
      lines += 1
      const stamp = { era: -1, arrivedAt: 0, seq: lines, computer: '', n: 0 }
      for (const fact of factsOfLine(folded, line, String(lines))) folded.addFact(fact, stamp)
      if (line.kind === 'end') content.end ??= line
    },
  }
}
export type Content = ReturnType<typeof createContent>
