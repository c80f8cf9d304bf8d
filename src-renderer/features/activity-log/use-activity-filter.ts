import { computed, shallowRef, toValue } from 'vue'
import type { MaybeRefOrGetter, Ref } from 'vue'
import { useTexts } from '../../i18n/use-texts'
import type { TableColumn, TableSort } from '../../ui/table/table-column'
import { useTableRows } from '../../ui/table/use-table-rows'
import { useToday } from '../../ui/value/clock'
import { filterEntries, groupOf, isFilter, noFilter, operatorsIn, outcomeGroups } from './filter-entries'
import type { ActivityFilter, FilteredChange, OutcomeGroup } from './filter-entries'

const countResults = (rows: readonly FilteredChange[]): Readonly<Record<OutcomeGroup, number>> => {
  const all = Object.fromEntries(outcomeGroups.map((group) => [group, 0])) as Record<OutcomeGroup, number>
  for (const { state } of rows) all[groupOf(state)] += 1
  return all
}

/** The filters of a log by period, action, operator and result; the chips of the results count what the others find. */
export const useActivityFilter = <Row extends FilteredChange>(options: {
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  readonly timeOf: (row: Row) => number
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  readonly sort: Ref<TableSort | null>
  readonly text: Ref<string>
  readonly searchTextOf: (row: Row) => string
}) => {
  const { language } = useTexts()
  const { columns, sort, text, searchTextOf } = options
  const filter = shallowRef<ActivityFilter>(noFilter)
  const today = useToday()
  const rows = computed(() =>
    filterEntries(
      toValue(options.rows),
      options.timeOf,
      { ...filter.value, outcome: '' },
      Date.now(),
      today.value,
    ),
  )
  const { shown: found, isWorking } = useTableRows({ rows, columns, sort, text, searchTextOf, language })
  /** Entries of each result that the search and the other filters let through. */
  const counts = computed(() => countResults(found.value))
  /** Of all entries: the chips of the results stay while the filters change, and keep their width. */
  const totals = computed(() => countResults(toValue(options.rows)))
  const shown = computed(() => {
    const { outcome } = filter.value
    return outcome === '' ? found.value : found.value.filter(({ state }) => groupOf(state) === outcome)
  })
  return {
    filter,
    counts,
    totals,
    shown,
    isWorking,
    operators: computed(() => operatorsIn(toValue(options.rows))),
    isFiltered: computed(() => text.value.trim() !== '' || isFilter(filter.value)),
    clear: (): void => void (filter.value = noFilter),
  }
}
