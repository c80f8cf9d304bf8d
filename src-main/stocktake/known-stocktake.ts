import type { Count, ExpectedLock } from '#shared/model/branch/stocktake-fold'
import { resultOfStored, sameScope } from '#shared/model/stocktake'
import type { Stocktake } from '#shared/model/stocktake'
import type { StocktakeContent, StocktakeEnd, StocktakeHeader, StocktakeLine } from './stocktake-lines'

/** A stocktake in memory; the locks of an ended one stay in its file. */
export interface KnownStocktake {
  readonly header: Omit<StocktakeHeader, 'expected'>
  readonly expectedCount: number
  present: number
  /** Counted at the end. */
  lent: number
  others: number
  end: Pick<StocktakeEnd, 'at' | 'by' | 'how'> | null
  /** Null once it has ended. */
  open: OpenStocktake | null
  /** The desks of a branch count it together. */
  readonly isShared: boolean
}

export interface OpenStocktake {
  readonly expected: ReadonlyMap<string, ExpectedLock>
  readonly counts: ReadonlyMap<string, Count>
  readonly doubles: ReadonlySet<string>
  /** Whether this desk has counted it, too. */
  isCountedHere(number: string): boolean
  /**
   * The line is on disk, and counts, when it resolves. Throws why it is not.
   * @param unlisted the counted numbers that are on none of the lists
   */
  append(line: StocktakeLine, unlisted?: ReadonlySet<string>): Promise<void>
  close(): Promise<void>
}

export const toKnown = (
  { header, counts, end }: StocktakeContent,
  isShared: boolean,
  open: (expected: ReadonlyMap<string, ExpectedLock>) => OpenStocktake,
): KnownStocktake => {
  const { expected, ...rest } = header
  const byNumber = new Map(expected.map((one) => [one.number, one]))
  let present = 0
  for (const number of counts.keys()) if (byNumber.has(number)) present += 1
  return {
    header: rest,
    expectedCount: byNumber.size,
    present,
    lent: end === null ? 0 : end.rows.filter((row) => resultOfStored(row, end.how) === 'lent').length,
    others: counts.size - present,
    end: end === null ? null : { at: end.at, by: end.by, how: end.how },
    open: end === null ? open(byNumber) : null,
    isShared,
  }
}

/** The finished stocktake of the same scope before this one; a canceled one is compared with none. */
export const formerOf = (one: KnownStocktake, others: Iterable<KnownStocktake>): KnownStocktake | null => {
  if (one.end?.how === 'cancel') return null
  let former: KnownStocktake | null = null
  for (const other of others) {
    const { startedAt, scope } = other.header
    if (other.end?.how !== 'finish' || startedAt >= one.header.startedAt) continue
    if (!sameScope(scope, one.header.scope)) continue
    if (former === null || startedAt > former.header.startedAt) former = other
  }
  return former
}

export const summaryOf = (one: KnownStocktake, others: Iterable<KnownStocktake>): Stocktake => {
  const { header, expectedCount, present, end } = one
  return {
    id: header.id,
    scope: header.scope,
    state: end === null ? 'counting' : end.how === 'finish' ? 'finished' : 'canceled',
    startedAt: header.startedAt,
    startedBy: header.startedBy,
    ended: end === null ? null : { at: end.at, by: end.by },
    expected: expectedCount,
    present,
    lent: one.lent,
    others: one.others,
    comparedWith: formerOf(one, others)?.end?.at ?? null,
    isShared: one.isShared,
  }
}
