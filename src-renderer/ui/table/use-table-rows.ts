import { onScopeDispose, readonly, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref, ShallowRef } from 'vue'
import { inSlices } from './in-slices'
import type { Steps } from './in-slices'
import { orderByRank, rankValues } from './sort-rows'
import type { SortValue } from './sort-rows'
import type { TableColumn, TableSort } from './table-column'
import { createTextFilter } from './text-filter'

export interface TableRows<Row> {
  /** Sorted and filtered; the same array as came in where there is nothing to do. */
  readonly shown: Readonly<ShallowRef<readonly Row[]>>
  /** The work is not done yet, and `shown` is what it was before. */
  readonly isWorking: Readonly<Ref<boolean>>
}

type ValueOf<Row> = NonNullable<TableColumn<Row>['value']>

/** A value may be put into words first, row by row. */
const valuesPerStep = 128

function* valuesOf<Row>(rows: readonly Row[], value: (row: Row) => SortValue): Steps<SortValue[]> {
  const values: SortValue[] = []
  for (const row of rows) {
    values.push(value(row))
    if (values.length % valuesPerStep === 0) yield
  }
  return values
}

/**
 * The rows of a long table: sorted first, filtered then, so that a key typed into the filter sorts nothing. Both in
 * slices between keys and frames; the newest wish wins. Up to a few thousand rows it is done at once.
 */
export const useTableRows = <Row>(options: {
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  readonly sort: MaybeRefOrGetter<TableSort | null>
  readonly text: MaybeRefOrGetter<string>
  /** Everything a row can be found by. */
  readonly haystackOf: (row: Row) => string
  readonly language: MaybeRefOrGetter<string>
}): TableRows<Row> => {
  const filter = createTextFilter(options.haystackOf)
  const shown = shallowRef(toValue(options.rows)) as ShallowRef<readonly Row[]>
  const isWorking = ref(false)
  let giveUp = (): void => undefined
  /** The ranks of the last column sorted by: the other direction costs nothing. */
  let ranked: { rows: readonly Row[]; value: ValueOf<Row>; language: string; ranks: Int32Array } | null = null
  let ordered: { ranks: Int32Array; sort: TableSort; result: readonly Row[] } | null = null
  /** A column may come to mean something else: the values of another extension. */
  const sortedBy = (sort: TableSort | null) =>
    toValue(options.columns).find(({ key }) => key === sort?.key)?.value

  function* order(rows: readonly Row[], sort: TableSort | null, language: string): Steps<readonly Row[]> {
    const value = sortedBy(sort)
    if (sort === null || value === undefined) return rows
    if (ranked?.rows !== rows || ranked.value !== value || ranked.language !== language) {
      const ranks = yield* rankValues(yield* valuesOf(rows, value), language)
      ranked = { rows, value, language, ranks }
    }
    const { ranks } = ranked
    if (ordered?.ranks === ranks && ordered.sort === sort) return ordered.result
    const result = yield* orderByRank(rows, ranks, sort.direction)
    ordered = { ranks, sort, result }
    return result
  }

  /** Gives the rows as soon as there are any, and goes on to make what they are searched in before a key is typed. */
  function* work(show: (rows: readonly Row[]) => void): Steps<undefined> {
    const rows = yield* order(toValue(options.rows), toValue(options.sort), toValue(options.language))
    const query = toValue(options.text)
    if (query.trim() === '') show(rows)
    yield* filter.take(rows)
    if (query.trim() !== '') show(yield* filter.find(query))
    return undefined
  }

  watch(
    [
      () => toValue(options.rows),
      () => toValue(options.sort),
      () => sortedBy(toValue(options.sort)),
      () => toValue(options.text),
      () => toValue(options.language),
    ],
    () => {
      giveUp()
      isWorking.value = true
      giveUp = inSlices(
        work((rows) => {
          shown.value = rows
          isWorking.value = false
        }),
        () => undefined,
      )
    },
    { immediate: true },
  )
  onScopeDispose(() => giveUp())
  return { shown, isWorking: readonly(isWorking) }
}
