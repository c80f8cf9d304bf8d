import { computed, ref, shallowRef, toValue, useTemplateRef } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { useTexts } from '../../i18n/use-texts'
import type { TableColumn, TableSort } from './table-column'
import { useTableRows } from './use-table-rows'

/** Shorter lists need no search. */
const searchThreshold = 12

/**
 * A list of a page or panel without saved views: sorted by its columns, searched once it is long. Its `VirtualTable` has
 * the template reference `table` and takes `tableProps`.
 */
export const useSearchedTable = <Row>(options: {
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  /** All text by which a row can be found. */
  readonly searchTextOf: (row: Row) => string
}) => {
  const { language } = useTexts()
  const text = ref('')
  const sort = shallowRef<TableSort | null>(null)
  const { shown, isWorking } = useTableRows({ ...options, sort, text, language })
  const table = useTemplateRef<{ focus: () => void }>('table')
  return {
    text,
    hasSearch: computed(() => toValue(options.rows).length > searchThreshold),
    shown,
    focus: (): void => table.value?.focus(),
    tableProps: computed(() => ({
      rows: shown.value,
      columns: toValue(options.columns),
      sort: sort.value,
      'onUpdate:sort': (next: TableSort | null) => void (sort.value = next),
      busy: isWorking.value,
      searched: text.value !== '',
    })),
  }
}
