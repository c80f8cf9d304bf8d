import type { ListLookupResult } from '#shared/model/locks/lookup-result'
import type { LockRecord } from '#shared/model/locks/lock-record'
import { foldNumber, isShellNumber, mayBeAssetNumber } from '#shared/model/locks/shell-number'
import type { AssetCache } from './asset-cache'
import type { EnterpriseList } from './enterprise-list'
import { emptyIndex, indexRecords } from './index-records'
import type { RecordIndex } from './index-records'
import { findSimilarRecords, variantsPerNumber } from './similar-records'

/** Numbers per time slice; fewer if there are many enterprises to search. */
const numbersPerStep = 100
const lookupsPerStep = 10_000
/** Numbers × lists; above it, a combined index is built. */
const maxComparisons = 100_000

/** The records with a number; null if it is neither listed nor a number of a lock. */
const findIn = (indexes: readonly RecordIndex[], input: string): readonly LockRecord[] | null => {
  const number = foldNumber(input)
  const found = new Set<LockRecord>()
  // The digits may be one asset's whole number and another asset's shell number.
  if (isShellNumber(number)) {
    for (const index of indexes) for (const record of index.byShellNumber(number)) found.add(record)
  }
  // Several records may differ only in case; the user chooses one.
  for (const index of indexes) for (const record of index.byFolded(number)) found.add(record)
  // A plausible asset number that is not listed is “not listed”; anything else is invalid.
  return found.size > 0 || mayBeAssetNumber(number) ? [...found] : null
}

/** Finds exact numbers, and numbers similar to them, in the cached lists of all enterprises. Reads nothing. */
export const createNumberLookup = (deps: {
  register: Pick<EnterpriseList, 'list' | 'onChange'>
  cache: Pick<AssetCache, 'onRefreshed' | 'withLocalChanges'> & {
    readonly cached: (enterpriseGlobalId: string) => {
      readonly records: readonly LockRecord[]
      readonly index: RecordIndex
    }
  }
}) => {
  const { register, cache } = deps
  let combinedIndex: RecordIndex | null = null
  let indexGeneration = 0
  const dropCombinedIndex = () => {
    combinedIndex = null
    indexGeneration += 1
  }
  const unsubscribes = [cache.onRefreshed(dropCombinedIndex), register.onChange(dropCombinedIndex)]

  const lists = () => register.list().map(({ enterpriseGlobalId }) => cache.cached(enterpriseGlobalId))
  const indexesOf = (of: ReturnType<typeof lists>): readonly RecordIndex[] =>
    of.map(({ index }) => index).filter((index) => index !== emptyIndex)

  /** For many numbers in thousands of lists, building one combined index is faster than querying every index. */
  function* indexesFor(count: number): Generator<undefined, readonly RecordIndex[]> {
    const all = lists()
    const indexes = indexesOf(all)
    if (indexes.length * count <= maxComparisons) return indexes
    if (combinedIndex !== null) return [combinedIndex]
    const before = indexGeneration
    const combined = yield* indexRecords(all.flatMap(({ records }) => records))
    if (before === indexGeneration) combinedIndex = combined
    return [combined]
  }

  function* similarIn(
    indexes: readonly RecordIndex[],
    input: string,
  ): Generator<undefined, { readonly near?: readonly LockRecord[] }> {
    const found = yield* findSimilarRecords(indexes, foldNumber(input))
    return found.length === 0 ? {} : { near: found.map(cache.withLocalChanges) }
  }

  return {
    /** The records as they were read; null if the input is no number of a lock. */
    find: (input: string) => findIn(indexesOf(lists()), input),
    *similarTo(input: string): ReturnType<typeof similarIn> {
      return yield* similarIn(yield* indexesFor(variantsPerNumber), input)
    },
    /** Looks up each number, in time slices; results are in order. */
    *findEach(numbers: readonly string[], withSimilar: boolean): Generator<undefined, ListLookupResult[]> {
      const indexes = yield* indexesFor(numbers.length)
      let similarIndexes: readonly RecordIndex[] | null = null
      const results: ListLookupResult[] = []
      const lookupsPerIndex = Math.floor(lookupsPerStep / Math.max(1, indexes.length))
      const step = Math.max(1, Math.min(numbersPerStep, lookupsPerIndex))
      for (const [row, number] of numbers.entries()) {
        if (row % step === 0) yield
        const found = findIn(indexes, number)
        const [record, second] = found ?? []
        if (found === null) results.push({ state: 'not-a-number' })
        else if (record === undefined && !withSimilar) results.push({ state: 'not-listed' })
        else if (record === undefined) {
          similarIndexes ??= yield* indexesFor(numbers.length * variantsPerNumber)
          results.push({ state: 'not-listed', ...(yield* similarIn(similarIndexes, number)) })
        } else if (second === undefined)
          results.push({ state: 'found', record: cache.withLocalChanges(record) })
        else results.push({ state: 'ambiguous', records: found.map(cache.withLocalChanges) })
      }
      return results
    },
    stop: () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    },
  }
}
