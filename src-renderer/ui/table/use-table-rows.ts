import { onScopeDispose, readonly, ref, shallowRef, toValue, watch } from 'vue'
import type { MaybeRefOrGetter, Ref, ShallowRef } from 'vue'
import { fullName, inFull } from '../../names/shown-name'
import { runTimeSliced } from './run-time-sliced'
import type { Steps } from './run-time-sliced'
import { orderByRank, rankValues } from './sort-rows'
import type { SortValue } from './sort-rows'
import { sortValueOf } from './table-column'
import type { TableColumn, TableSort } from './table-column'
import { createTextFilter } from './text-filter'

export interface TableRows<Row> {
  /** The sorted and filtered rows; the input array itself if there is nothing to do. */
  readonly shown: Readonly<ShallowRef<readonly Row[]>>
  /** True while the work runs; `shown` still has the previous rows. */
  readonly isWorking: Readonly<Ref<boolean>>
}

type ValueOf<Row> = NonNullable<ReturnType<typeof sortValueOf<Row>>>

/** Computing a value may include formatting, so the work pauses between batches. */
const valuesPerStep = 128

function* valuesOf<Row>(rows: readonly Row[], value: ValueOf<Row>): Steps<SortValue[]> {
  const values: SortValue[] = []
  for (const row of rows) {
    const of = inFull(() => value(row))
    values.push(typeof of === 'number' ? of : fullName(of))
    if (values.length % valuesPerStep === 0) yield
  }
  return values
}

/**
 * The rows of a virtual table. They are sorted before they are filtered, so that typing in the filter does not
 * sort again. The work runs in time slices, and a newer request replaces it. Up to a few thousand rows it
 * finishes at once.
 */
export const useTableRows = <Row>(options: {
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  readonly sort: MaybeRefOrGetter<TableSort | null>
  readonly text: MaybeRefOrGetter<string>
  /** All text by which a row can be found. */
  readonly searchTextOf: (row: Row) => string
  readonly language: MaybeRefOrGetter<string>
}): TableRows<Row> => {
  const filter = createTextFilter((row: Row) => inFull(() => options.searchTextOf(row)))
  const shown = shallowRef(toValue(options.rows)) as ShallowRef<readonly Row[]>
  const isWorking = ref(false)
  let giveUp = (): void => undefined
  /** The ranks of the last sorted column: reversing the direction needs no new sort. */
  let ranked: { rows: readonly Row[]; value: ValueOf<Row>; language: string; ranks: Int32Array } | null = null
  let ordered: { ranks: Int32Array; sort: TableSort; result: readonly Row[] } | null = null
  /** A column's `value` may change, for example to another extension field. */
  const sortedBy = (sort: TableSort | null) => {
    const column = toValue(options.columns).find(({ key }) => key === sort?.key)
    return column && sortValueOf(column)
  }

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

  /** Shows the rows as soon as they are sorted, then prepares their search texts before the first key is typed. */
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
      giveUp = runTimeSliced(
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
