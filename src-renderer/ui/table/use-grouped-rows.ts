import { computed, ref, shallowRef, toValue } from 'vue'
import type { MaybeRefOrGetter, ShallowRef } from 'vue'
import { groupedNumber } from '../../i18n/times'
import { useTexts } from '../../i18n/use-texts'
import type { Tone } from '../tag/tone'
import type { TableColumn, TableSort } from './table-column'
import { useTableRows } from './use-table-rows'

/**
 * The rows of a table that has a search and a chip for each of its groups, with what is chosen and searched. A group
 * without rows has no chip.
 */
export const useGroupedRows = <Row, Group extends string>(options: {
  readonly rows: MaybeRefOrGetter<readonly Row[]>
  readonly columns: MaybeRefOrGetter<readonly TableColumn<Row>[]>
  readonly groups: readonly Group[]
  readonly groupOf: (row: Row) => Group
  /** The text of a chip with the number of its rows. */
  readonly chipText: (group: Group, n: string) => string
  readonly tones: Readonly<Record<Group, Tone>>
  readonly searchTextOf: (row: Row) => string
}) => {
  const { rows, columns, groups, groupOf, chipText, tones, searchTextOf } = options
  const { language } = useTexts()
  const group: ShallowRef<Group | null> = shallowRef(null)
  const text = ref('')
  const sort = shallowRef<TableSort | null>(null)
  const chips = computed(() =>
    groups
      .map((key) => {
        const count = toValue(rows).filter((row) => groupOf(row) === key).length
        const shown = chipText(key, groupedNumber(count, language.value))
        return { key, count, text: shown, tone: tones[key] }
      })
      .filter(({ count }) => count > 0),
  )
  const { shown, isWorking } = useTableRows({
    rows: () =>
      group.value === null ? toValue(rows) : toValue(rows).filter((row) => groupOf(row) === group.value),
    columns,
    sort,
    text,
    searchTextOf,
    language,
  })
  return { group, text, sort, chips, shown, isWorking }
}
