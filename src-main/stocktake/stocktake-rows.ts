import type { Count, ExpectedLock } from '#shared/model/branch/stocktake-fold'
import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import { statesOf } from '#shared/model/locks/lock-record'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { resultOfStored } from '#shared/model/stocktake'
import type { StocktakeComparison, StocktakeResult, StocktakeRow } from '#shared/model/stocktake'
import type { StocktakeContent } from './stocktake-lines'

/** The results of the stocktake before, by number. */
export type FormerResults = ReadonlyMap<string, StocktakeResult>

/** The record of a number; of several, the expected one. */
export const recordIn = (
  lookup: ListLookupResult | undefined,
  expected: ExpectedLock | undefined,
): LockRecord | null => {
  if (lookup?.state === 'found') return lookup.record
  if (lookup?.state !== 'ambiguous') return null
  return lookup.records.find(({ assetNum }) => assetNum === expected?.assetNum) ?? lookup.records[0] ?? null
}

const isPresent = (result: StocktakeResult | undefined): boolean =>
  result === 'present' || result === 'disabled'

const comparisonOf = (
  number: string,
  result: StocktakeResult,
  former: FormerResults | null,
): StocktakeComparison | null => {
  const before = former?.get(number)
  if (isPresent(result)) return before === 'missing' ? 'found-again' : null
  if (result !== 'missing') return null
  if (before === 'missing') return 'still-missing'
  return isPresent(before) || before === 'lent' ? 'newly-missing' : null
}

/** A row of a stocktake that is counted, against the lists as they are. */
export const rowOf = (
  number: string,
  of: {
    readonly expected: ExpectedLock | undefined
    readonly count: Count | undefined
    readonly isDouble: boolean
    readonly record: LockRecord | null
    readonly former: FormerResults | null
    readonly now: number
  },
): StocktakeRow => {
  const { expected, count, record } = of
  const resultOf = (): StocktakeResult => {
    if (expected === undefined) return record === null ? 'not-found' : 'unexpected'
    if (count === undefined) return record?.lent === true ? 'lent' : 'not-counted'
    return (record?.locked ?? expected.disabled) === true ? 'disabled' : 'present'
  }
  const result = resultOf()
  return {
    number,
    assetNum: record?.assetNum ?? expected?.assetNum ?? null,
    enterpriseName: record?.enterpriseName ?? expected?.enterpriseName ?? null,
    result,
    // The status explains the result, also in the file: another one may hold of a lent lock, too.
    status: record === null ? null : result === 'lent' ? 'lent' : statesOf(record, of.now)[0],
    lentTo: result === 'lent' ? (record?.holder?.name ?? null) : null,
    counted: count ?? null,
    isDouble: of.isDouble,
    comparison: comparisonOf(number, result, of.former),
  }
}

/** The rows of an ended stocktake, as they were at its end. */
export const endedRows = (
  { counts, doubles, end }: Pick<StocktakeContent, 'counts' | 'doubles' | 'end'>,
  former: FormerResults | null,
): StocktakeRow[] => {
  if (end === null) return []
  return end.rows.map((row) => {
    const { number, assetNum, enterpriseName, status, lentTo = null } = row
    const result = resultOfStored(row, end.how)
    return {
      number,
      assetNum,
      enterpriseName,
      result,
      status,
      lentTo,
      counted: counts.get(number) ?? null,
      isDouble: doubles.has(number),
      comparison: comparisonOf(number, result, former),
    }
  })
}
